/** What undoes the changes of the test that is running, to what the tests of a file share. */
const restoring: Array<() => unknown> = [];

afterEach(async () => {
	for (const restore of restoring.splice(0).reverse()) await restore();
});

/** Undoes something when the running test has ended, even if it fails. */
export function afterTest(restore: () => unknown): void {
	restoring.push(restore);
}

/** Changes fields of an object until the test ends. */
export function changed<T extends object>(object: T, fields: Partial<T>): T {
	const before = Object.keys(fields).map(
		(name) => [name, Object.getOwnPropertyDescriptor(object, name)] as const,
	);
	afterTest(() => {
		for (const [name, descriptor] of before)
			if (descriptor) Object.defineProperty(object, name, descriptor);
			else delete (object as Record<string, unknown>)[name];
	});
	return Object.assign(object, fields);
}
