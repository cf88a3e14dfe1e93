/**
 * Does work that follows the creation of a record. Its error says that the record was created.
 * @param record the record with its ID: "The workspace Finance (57f64991)"
 * @param advice what to do with it, without the full stop
 */
export async function afterCreation<T>(
	record: string,
	work: () => Promise<T>,
	advice?: string,
): Promise<T> {
	return await work().catch((error: unknown) => {
		if (error instanceof Error && 'description' in error)
			error.description =
				`${String(error.description ?? '')} ${record} had already been created and was not deleted${advice === undefined ? '' : `: ${advice}`}.`.trim();
		throw error;
	});
}
