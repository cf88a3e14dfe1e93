/** Certificates that Node.js does not accept. */

/** The error codes: the names that Node.js and OpenSSL give the reasons. */
export const CERTIFICATE =
	/^(CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT|(HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED)$)/;

/** What to do about a rejected certificate. */
export const CHECK_CERTIFICATE =
	"Check the address in the credential. If a proxy inspects n8n's traffic, or the address uses a private certificate authority, add the CA certificate to n8n with NODE_EXTRA_CA_CERTS.";
