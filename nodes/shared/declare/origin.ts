/** Where operations come from that the interface documents do not show; stands in their `extra`. */
export const FROM_VENDOR = "from the vendor's public OpenAPI files";
