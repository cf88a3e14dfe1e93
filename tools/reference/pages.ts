/** The pages of the reference: an index, one page for each node and one for each resource. */
import { areas } from '../../nodes/areas';
import type { Resource } from '../../nodes/shared/declare/operation';
import { ENGINE_MESSAGES } from '../../nodes/shared/engine/engineMessages';
import { everyOperation, titleOf } from '../../platform/operations';
import { messageLines } from './messageLines';
import { MAX_ENTRIES, MAX_TEXT_LENGTH, operationLines } from './operationLines';
import { anchorOf, fileOf, folderOf } from './places';
import { generalWords, refusalsOf } from './refusals';
import { cell, page, table, WRITTEN } from './template';

function resourcePage(area: string, resource: Resource): string {
	const own = everyOperation.filter(
		(placed) => placed.resource === resource && placed.area === area,
	);
	return [
		`# ${resource.name}`,
		'',
		`[${titleOf(area)}](README.md) · ${WRITTEN}`,
		'',
		...(resource.description ? [`${resource.description}.`, ''] : []),
		own.map(({ operation }) => `[${operation.name}](#${anchorOf(operation.name)})`).join(' · '),
		'',
		...own.flatMap(operationLines),
	].join('\n');
}

function nodePage(area: string, resources: readonly Resource[]): string {
	const links = ({ operations }: Resource, file: string) =>
		Object.values(operations).map(({ name }) => `[${cell(name)}](${file}#${anchorOf(name)})`);
	return [
		`# ${titleOf(area)}`,
		'',
		`[Reference](../README.md) · ${WRITTEN}`,
		'',
		table(
			['resource', 'operations'],
			resources.map((resource) => [
				`[${resource.name}](${fileOf(resource)})`,
				links(resource, fileOf(resource)).join(', '),
			]),
		),
		'',
	].join('\n');
}

/** Statuses that at least one operation explains only in general. */
const generalStatuses = (): string[] =>
	[
		...new Set(
			everyOperation.flatMap(({ operation }) =>
				refusalsOf(operation)
					.filter(({ isOwn }) => !isOwn)
					.map(({ status }) => status),
			),
		),
	].sort();

const resourcesTable = (): string =>
	table(
		['node', 'resources'],
		Object.entries(areas).map(([area, resources]) => [
			`[${titleOf(area)}](${folderOf(area)}/README.md)`,
			resources.map((each) => `[${each.name}](${folderOf(area)}/${fileOf(each)})`).join(', '),
		]),
	);

const indexPage = (): string =>
	page('reference', {
		written: WRITTEN,
		operations: everyOperation.length,
		nodes: Object.keys(areas).length,
		resources: resourcesTable(),
		entries: MAX_ENTRIES,
		length: MAX_TEXT_LENGTH,
		statuses: table(
			['status', 'meaning'],
			generalStatuses().map((status) => [status, cell(generalWords(status))]),
		),
		messages: messageLines(Object.values(ENGINE_MESSAGES)).join('\n').trimEnd(),
	});

/** All pages, by their path below docs/reference. */
export function referencePages(): Map<string, string> {
	const pages = new Map([['README.md', indexPage()]]);
	for (const [area, resources] of Object.entries(areas)) {
		pages.set(`${folderOf(area)}/README.md`, nodePage(area, resources));
		for (const resource of resources)
			pages.set(`${folderOf(area)}/${fileOf(resource)}`, resourcePage(area, resource));
	}
	return pages;
}
