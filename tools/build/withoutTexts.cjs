'use strict';

/**
 * Leaves out of the code of nodes what only the editor, the reference and the emulator need. What
 * users see in n8n is in the JSON file of each node (bundle.mjs).
 */
const ts = require('typescript');

/** The module whose functions declare fields: their first argument is the description. */
const FIELDS = /\/declare\/fields$/;
/** Methods of a field that add only what is shown. */
const SHOWN = new Set(['describe', 'eg', 'sample']);

/** The syntax tree of a file, in which each node knows its parent. */
const parse = (path, text) => {
	const setParentNodes = true;
	return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, setParentNodes);
};

const isText = (node) =>
	ts.isStringLiteralLike(node) ||
	ts.isTemplateExpression(node) ||
	(ts.isBinaryExpression(node) && isText(node.left) && isText(node.right));

/**
 * A text, or a list or object without calls. Numbers and booleans stay: in examples, they are
 * defaults, too.
 */
function isExample(node) {
	const hasCall = (each) =>
		ts.isCallExpression(each) || ts.isParenthesizedExpression(each) || ts.forEachChild(each, hasCall);
	return (
		isText(node) ||
		((ts.isArrayLiteralExpression(node) || ts.isObjectLiteralExpression(node)) && !hasCall(node))
	);
}

/** The functions that declare fields, by the names that a file imports. */
const fieldFunctionsOf = (file) =>
	new Set(
		file.statements
			.filter((node) => ts.isImportDeclaration(node) && FIELDS.test(node.moduleSpecifier.text))
			.flatMap((node) => node.importClause?.namedBindings?.elements ?? [])
			.filter((element) => !element.isTypeOnly)
			.map((element) => element.name.text),
	);

const nameOf = (node) => node.name?.text;
const isProperty = (node, ...names) =>
	ts.isPropertyAssignment(node) && names.includes(nameOf(node));
const calledName = (node) =>
	ts.isCallExpression(node) && ts.isIdentifier(node.expression) ? node.expression.text : undefined;

/** With a comma after it, if there is one. */
function withComma(node, text) {
	const [comma = ''] = /^\s*,/.exec(text.slice(node.end)) ?? [];
	return { start: node.getStart(), end: node.end + comma.length, instead: '' };
}
const emptied = (node) => ({ start: node.getStart(), end: node.end, instead: "''" });

/**
 * What is left out, by name: for a part of the code, the edit that leaves it out, if it is such a
 * text. The second argument has what is known about the file.
 */
const RULES = {
	/**
	 * Of an operation, a resource or a choice: a sentence. One that is put together may be shown in a
	 * list of records, unless it is beside the `action` of an operation.
	 */
	description: (node, { text }) =>
		isProperty(node, 'description') &&
		(ts.isStringLiteralLike(node.initializer) ||
			(isText(node.initializer) && node.parent.properties.some((one) => nameOf(one) === 'action'))) &&
		/^.[A-Z]/.test(node.initializer.getText()) &&
		withComma(node, text),
	/** Above the fields of an operation, and the words of a rule for the reference. */
	'notice, says': (node, { text }) =>
		isProperty(node, 'notice', 'says') && isText(node.initializer) && withComma(node, text),
	/** Where an operation comes from that the interface documents do not show. */
	origin: (node, { text }) =>
		((ts.isShorthandPropertyAssignment(node) && nameOf(node) === 'origin') ||
			(isProperty(node, 'origin') && ts.isIdentifier(node.initializer))) &&
		ts.isObjectLiteralExpression(node.parent) &&
		withComma(node, text),
	/** The code needs to know that a response has a schema, but not which one. */
	schema: (node) =>
		['record', 'records'].includes(calledName(node)) &&
		node.arguments[0] !== undefined &&
		isText(node.arguments[0]) &&
		emptied(node.arguments[0]),
	'description of a field': (node, { fields }) =>
		fields.has(calledName(node)) &&
		node.arguments[0] !== undefined &&
		isText(node.arguments[0]) &&
		emptied(node.arguments[0]),
	'example of a field': (node) =>
		ts.isCallExpression(node) &&
		ts.isPropertyAccessExpression(node.expression) &&
		SHOWN.has(nameOf(node.expression)) &&
		node.arguments.length === 1 &&
		isExample(node.arguments[0]) && { start: node.expression.expression.end, end: node.end, instead: '' },
	/** What the reference says about a cause of failures. */
	cause: (node, { path, text }) =>
		/\/explain\/causes\//.test(path) &&
		isProperty(node, 'what', 'source') &&
		withComma(node, text),
};

/** The names of everything that is left out. */
exports.LEFT_OUT = Object.keys(RULES);

/** The text with these edits; an edit within another one has no effect. */
function edited(text, edits) {
	let contents = '';
	let at = 0;
	for (const { start, end, instead } of edits.sort((a, b) => a.start - b.start || b.end - a.end)) {
		if (start < at) continue;
		contents += text.slice(at, start) + instead;
		at = end;
	}
	return contents + text.slice(at);
}

/**
 * Leaves out the description of a node, except for what computes its inputs (`properties`).
 * @param inputs code in place of `propertiesOfNode(resources)`, or of `triggerProperties(spec)`
 */
exports.withoutDescription = (text, path, inputs) => {
	const file = parse(path, text);
	const found = [];
	const computed = [];
	const findComputed = (node) => {
		if (['propertiesOfNode', 'triggerProperties'].includes(calledName(node))) computed.push(node);
		ts.forEachChild(node, findComputed);
	};
	const find = (node) => {
		if (ts.isPropertyDeclaration(node) && nameOf(node) === 'description') found.push(node);
		ts.forEachChild(node, find);
	};
	find(file);
	const properties = found[0]?.initializer?.properties?.find((node) => nameOf(node) === 'properties');
	if (properties) findComputed(properties);
	if (found.length !== 1 || computed.length !== 1)
		throw new Error(
			`${path} must have one description, with propertiesOfNode(resources) or triggerProperties(spec) once in its properties`,
		);
	const [call] = computed;
	const code = properties.initializer;
	const kept =
		text.slice(code.getStart(), call.getStart()) + inputs + text.slice(call.end, code.end);
	const [{ initializer }] = found;
	return edited(text, [
		{ start: initializer.getStart(), end: initializer.end, instead: `{ properties: ${kept} }` },
	]);
};

/** Leaves out a method of the classes in a file. */
exports.withoutMethod = (text, path, name) => {
	const file = parse(path, text);
	const edits = file.statements
		.filter(ts.isClassDeclaration)
		.flatMap(({ members }) => [...members])
		.filter((member) => ts.isMethodDeclaration(member) && nameOf(member) === name)
		.map((member) => ({ start: member.getStart(), end: member.end, instead: '' }));
	if (edits.length === 0) throw new Error(`${path} must have the method ${name}`);
	return edited(text, edits);
};

/**
 * Leaves out the texts that these rules find.
 * @param path with forward slashes
 * @returns the code without them, and how many of each were left out, by name
 */
exports.withoutTexts = (text, path) => {
	const file = parse(path, text);
	const about = { text, path, fields: fieldFunctionsOf(file) };
	const edits = [];
	const leftOut = {};
	const visit = (node) => {
		for (const [name, rule] of Object.entries(RULES)) {
			const edit = rule(node, about);
			if (!edit) continue;
			edits.push(edit);
			leftOut[name] = (leftOut[name] ?? 0) + 1;
		}
		ts.forEachChild(node, visit);
	};
	visit(file);
	return { contents: edited(text, edits), leftOut };
};
