/**
 * The declarations against both descriptions of the platform (docs/platform/interface.md): every
 * documented operation is declared with all its inputs, and none that nobody describes.
 */
import { areas } from '../../../nodes/areas';
import {
	bodyFields,
	inputFields,
	isWholeBody,
} from '../../../nodes/shared/declare/derived/operationParts';
import { type Field, type Fields, nameOnWire } from '../../../nodes/shared/declare/fields';
import type { RequestOperation } from '../../../nodes/shared/declare/operation';
import { FROM_VENDOR } from '../../../nodes/shared/declare/origin';
import { interfaceOperations } from '../../../platform/descriptions/interfaceDocuments';
import { vendorOperation } from '../../../platform/descriptions/vendor';

interface Declared {
	/** What a reader looks for, "Area resource.operation". */
	title: string;
	operation: RequestOperation;
}

const keyOf = (method: string, path: string) =>
	`${method} ${path.replace(/\{[^}]*\}/g, '{}').replace(/\/$/, '')}`;
/**
 * Whether the vendor's files have the query parameter: what only one of the two describes is
 * offered, too.
 */
const vendorTakes = (key: string, name: string): boolean => {
	const [method, path] = key.split(' ') as [string, string];
	return (
		vendorOperation(method, path)?.parameters.some(
			(parameter) => parameter.in === 'query' && parameter.name === name,
		) === true
	);
};
const wireNames = (fields: Fields = {}): string[] =>
	Object.entries(fields).map(([name, field]) => nameOnWire(name, field));
const bodyOf = (operation: RequestOperation): string[] =>
	operation.body === undefined || isWholeBody(operation.body)
		? []
		: [...Object.keys(operation.constants ?? {}), ...wireNames(bodyFields(operation))];

const declared: Declared[] = Object.entries(areas).flatMap(([area, resources]) =>
	resources.flatMap(({ value, operations }) =>
		Object.entries(operations).flatMap(([name, operation]) =>
			operation.kind === 'request' ? [{ title: `${area} ${value}.${name}`, operation }] : [],
		),
	),
);
const byKey = new Map<string, Declared[]>();
for (const each of declared) {
	const key = keyOf(each.operation.method, each.operation.endpoint);
	byKey.set(key, [...(byKey.get(key) ?? []), each]);
}
const documented = new Map(
	interfaceOperations
		.filter(({ path }) => path !== null)
		.map((operation) => [keyOf(operation.method, operation.path!), operation]),
);

test.each([...documented])(
	'%s is declared, with every documented query parameter and field',
	(key, { query, body }) => {
		const found = byKey.get(key);
		if (!found)
			throw new Error(
				`${key} is documented and not declared: declare it in the resources of its area and list its resource in their index.ts`,
			);
		const variants = body?.kind === 'oneOf' ? (body.variants ?? []) : [body];
		const fields = variants.flatMap((variant) =>
			variant?.kind === 'object' ? Object.keys(variant.fields ?? {}) : [],
		);
		const queries = found.flatMap(({ operation }) => wireNames(operation.query));
		expect({
			missing: Object.keys(query).filter((name) => !queries.includes(name)),
			undocumented: queries.filter(
				(name) =>
					!(name in query) &&
					!found.every(({ operation }) => operation.origin) &&
					!vendorTakes(key, name),
			),
		}).toEqual({ missing: [], undocumented: [] });
		const bodies = found.flatMap(({ operation }) => bodyOf(operation));
		expect(fields.filter((name) => !bodies.includes(name))).toEqual([]);
	},
);

test('an operation without an interface document names its source', () => {
	const findings = declared
		.map(({ title, operation }) => ({
			title,
			operation,
			key: keyOf(operation.method, operation.endpoint),
		}))
		.filter(({ operation, key }) => !documented.has(key) && !operation.origin)
		.map(
			({ title, key }) =>
				`${title}: ${key} stands in no interface document. Say in \`origin\` where it comes from, or correct its path`,
		);
	expect(findings).toEqual([]);
});

test('an operation whose source is the OpenAPI files is in them', () => {
	const findings = declared
		.map(({ title, operation }) => ({
			title,
			operation,
			key: keyOf(operation.method, operation.endpoint),
		}))
		.filter(
			({ operation, key }) =>
				operation.origin === FROM_VENDOR &&
				!documented.has(key) &&
				!vendorOperation(operation.method, operation.endpoint),
		)
		.map(({ title, key }) => `${title}: ${key} stands in no OpenAPI file`);
	expect(findings).toEqual([]);
});

test('two operations with one method and path each name their variant', () => {
	const plain = [...byKey].map(
		([key, found]) => [key, found.filter(({ operation }) => !operation.origin)] as const,
	);
	expect(
		plain
			.filter(([, found]) => found.length > 1 && found.some(({ operation }) => !operation.variant))
			.map(([key, found]) => `${key}: ${found.map(({ title }) => title).join(', ')}`),
	).toEqual([]);
});

test('the limits of the interface documents are those of the fields', () => {
	const findings = [...documented].flatMap(([key, { query, body }]) => {
		const found = byKey.get(key) ?? [];
		const own = found.flatMap(({ operation }) =>
			Object.entries({ ...operation.query, ...bodyFields(operation) }).map(
				([name, field]) => [nameOnWire(name, field), field] as const,
			),
		);
		return Object.entries({ ...query, ...(body?.kind === 'object' ? body.fields : {}) }).flatMap(
			([name, { min, max }]) => {
				const field = own.find(([wire]) => wire === name)?.[1];
				if (!field || !['integer', 'number'].includes(field.spec.kind)) return [];
				const { min: least, max: most } = field.spec as { min?: number; max?: number };
				const differs =
					(min !== undefined && (least === undefined || least < min)) ||
					(max !== undefined && (most === undefined || most > max));
				const finding = `${key} ${name}: documented from ${min ?? 'any'} to ${max ?? 'any'}, declared from ${least ?? 'any'} to ${most ?? 'any'}`;
				return differs ? [finding] : [];
			},
		);
	});
	expect(findings).toEqual([]);
});

/** Numbers for which nobody says how small they may be: a negative one could mean "no limit". */
const WITHOUT_LEAST = new Set([
	'trigger.webhook.triggerCalls',
	'trigger.webhook.triggerTimeout',
	'trigger.webhook.executionTimeout',
]);

/** The numbers among fields, those inside other fields included, by their path. */
const numbersIn = (fields: Fields, path = ''): Array<[string, Field]> =>
	Object.entries(fields).flatMap(([name, field]) => [
		...(['integer', 'number'].includes(field.spec.kind)
			? [[path + name, field] as [string, Field]]
			: []),
		...numbersIn(field.spec.fields ?? {}, `${path}${name}.`),
	]);

test('every number has a minimum', () => {
	const findings = Object.entries(areas).flatMap(([area, resources]) =>
		resources.flatMap(({ value, operations }) =>
			Object.entries(operations).flatMap(([name, operation]) =>
				numbersIn({
					...inputFields(operation),
					...operation.settings,
					...(operation.kind === 'request' ? { ...operation.query, ...bodyFields(operation) } : {}),
				})
					.filter(
						([path, field]) =>
							(field.spec as { min?: number }).min === undefined && !WITHOUT_LEAST.has(path),
					)
					.map(
						([path]) =>
							`${area} ${value}.${name} ${path}: give it .min(), or add it to WITHOUT_LEAST if nothing is known of its bounds`,
					),
			),
		),
	);
	expect(findings).toEqual([]);
});

test('the output of a preview says that it is one, because it looks like the real one', () => {
	const SAYS = /^Nothing was (changed|created)\b.*(Apply Changes|Preview)/;
	const previewing = Object.entries(areas).flatMap(([area, resources]) =>
		resources.flatMap(({ value, operations }) =>
			Object.entries(operations)
				.filter(([, { settings = {} }]) => 'apply' in settings || 'preview' in settings)
				.map(([name, { messages = [] }]) => ({
					title: `${area} ${value}.${name}`,
					says: messages.some(({ message }) => SAYS.test(message)),
				})),
		),
	);
	expect(previewing).toHaveLength(4);
	expect(previewing.filter(({ says }) => !says)).toEqual([]);
});

/** Lists whose records have nothing that identifies them: points in time, lines, measurements. */
const WITHOUT_IDENTITY = new Set([
	'Orchestration runConfiguration.getTaskEvents',
	'Orchestration runConfiguration.getPlanEvents',
	'Orchestration runConfiguration.searchEvents',
	'Observability executionLog.getEntries',
	'Observability componentMetric.getMany',
	'Observability componentMetric.query',
]);

test('an operation that starts or creates something has no alternative form', () => {
	const withTwoForms = declared.filter(({ operation }) => operation.alternative !== undefined);
	expect(withTwoForms.length).toBeGreaterThan(0);
	expect(
		withTwoForms.filter(({ operation }) => operation.effect === 'start').map(({ title }) => title),
	).toEqual([]);
});

test('a list with pages names the field that identifies its records', () => {
	const findings = declared.filter(
		({ title, operation: { answers, pages } }) =>
			!WITHOUT_IDENTITY.has(title) &&
			answers.kind === 'list' &&
			pages?.positionName !== undefined &&
			answers.key === undefined,
	);
	expect(
		findings.map(
			({ title }) =>
				`${title}: give \`records\` a \`key\`, or records that move between two pages come twice`,
		),
	).toEqual([]);
});
