/**
 * The messages of an operation's own code, in addition to the platform's refusals: why it stops, and its hints on
 * the node. They are read from the source code, following the functions that the operation calls, so
 * the pages cannot become outdated.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import ts from 'typescript';

import { projectFolder } from '../interface/data';

/** One message. */
export interface Said {
	kind: 'problem' | 'hint' | 'input';
	/** What happened; `{name}` is a placeholder for what is known only at run time. */
	message: string;
	/** What to do. */
	todo?: string;
	/** File and line of the message. */
	at: string;
}

const NODES = join(projectFolder, 'nodes');

const files = new Map<string, ts.SourceFile>();

function fileAt(path: string): ts.SourceFile {
	const known = files.get(path);
	if (known) return known;
	const parsed = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2022, true);
	files.set(path, parsed);
	return parsed;
}

const names = readdirSync(NODES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
/** The source files in nodes, or those whose path matches. */
const sources = (fits = /^/): ts.SourceFile[] => names.filter((name) => fits.test(name)).map((name) => fileAt(join(NODES, name)));

// ---------------------------------------------------------------------------------------------
// Names

type Declared = ts.VariableDeclaration | ts.FunctionDeclaration | ts.ClassDeclaration | ts.ParameterDeclaration | ts.BindingElement;

function declaredIn(node: ts.Node, name: string): Declared | ts.ImportSpecifier | undefined {
	let found: Declared | ts.ImportSpecifier | undefined;
	const named = (each: ts.Node) => ((ts.isVariableDeclaration(each) || ts.isFunctionDeclaration(each) || ts.isClassDeclaration(each) || ts.isImportSpecifier(each)) && each.name && ts.isIdentifier(each.name) && each.name.text === name ? each : undefined);
	for (const statement of ts.isSourceFile(node) || ts.isBlock(node) ? node.statements : []) {
		if (ts.isVariableStatement(statement)) found ??= statement.declarationList.declarations.map(named).find(Boolean);
		else if (ts.isImportDeclaration(statement) && statement.importClause?.namedBindings && ts.isNamedImports(statement.importClause.namedBindings)) found ??= statement.importClause.namedBindings.elements.map(named).find(Boolean);
		else found ??= named(statement);
	}
	if (found || !ts.isFunctionLike(node)) return found;
	return node.parameters.find((each) => ts.isIdentifier(each.name) && each.name.text === name);
}

/** The declaration of a name that is used; undefined if it is not declared in nodes. */
function declarationOf(use: ts.Identifier): Declared | undefined {
	for (let scope: ts.Node = use; ; scope = scope.parent) {
		const found = declaredIn(scope, use.text);
		if (found && ts.isImportSpecifier(found)) return imported(found);
		if (found) return found;
		if (ts.isSourceFile(scope)) return undefined;
	}
}

function imported(specifier: ts.ImportSpecifier): Declared | undefined {
	const { moduleSpecifier } = specifier.parent.parent.parent;
	const from = (moduleSpecifier as ts.StringLiteral).text;
	if (!from.startsWith('.')) return undefined;
	const found = declaredIn(fileAt(`${join(dirname(specifier.getSourceFile().fileName), from)}.ts`), (specifier.propertyName ?? specifier.name).getText());
	return found && ts.isImportSpecifier(found) ? imported(found) : found;
}

/** The value of a property of the object that an expression creates, also if a function returns it. */
function propertyIn(expression: ts.Expression, name: string): ts.Expression | undefined {
	if (ts.isIdentifier(expression)) {
		const declared = declarationOf(expression);
		return declared && ts.isVariableDeclaration(declared) && declared.initializer ? propertyIn(declared.initializer, name) : undefined;
	}
	if (ts.isCallExpression(expression) && ts.isIdentifier(expression.expression)) {
		const made = returnedBy(expression.expression);
		return made && propertyIn(made, name);
	}
	if (ts.isParenthesizedExpression(expression) || ts.isAsExpression(expression)) return propertyIn(expression.expression, name);
	if (!ts.isObjectLiteralExpression(expression)) return undefined;
	for (const property of expression.properties) {
		if (ts.isSpreadAssignment(property)) {
			const spread = propertyIn(property.expression, name) ?? computedIn(property.expression, name);
			if (spread) return spread;
		} else if (property.name?.getText() === name) return ts.isPropertyAssignment(property) ? property.initializer : ts.isShorthandPropertyAssignment(property) ? property.name : undefined;
	}
	return undefined;
}

/** As {@link propertyIn}, for a computed name that consists of a fixed beginning and the kind of record: `[`get${kind}`]`. */
function computedIn(expression: ts.Expression, name: string): ts.Expression | undefined {
	let found: ts.Expression | undefined;
	const seen = new Set<ts.Node>();
	const visit = (node: ts.Node): void => {
		if (ts.isPropertyAssignment(node) && ts.isComputedPropertyName(node.name) && ts.isTemplateExpression(node.name.expression) && name.startsWith(node.name.expression.head.text)) found ??= node.initializer;
		const declared = ts.isIdentifier(node) ? declarationOf(node) : undefined;
		if (declared && ts.isFunctionDeclaration(declared) && !seen.has(declared)) {
			seen.add(declared);
			visit(declared);
		}
		ts.forEachChild(node, visit);
	};
	visit(expression);
	return found;
}

/** The expression that a function returns, if there is one. */
function returnedBy(name: ts.Identifier): ts.Expression | undefined {
	const declared = declarationOf(name);
	const made = declared && (ts.isFunctionDeclaration(declared) ? declared : ts.isVariableDeclaration(declared) ? declared.initializer : undefined);
	if (!made || !(ts.isFunctionDeclaration(made) || ts.isArrowFunction(made)) || !made.body) return undefined;
	if (!ts.isBlock(made.body)) return ts.isParenthesizedExpression(made.body) ? made.body.expression : made.body;
	return made.body.statements.filter(ts.isReturnStatement).at(-1)?.expression;
}

// ---------------------------------------------------------------------------------------------
// Words

/** The text of an expression, with `{name}` for what is known only at run time. */
function textOf(expression: ts.Expression): string {
	if (ts.isStringLiteralLike(expression)) return expression.text;
	if (ts.isParenthesizedExpression(expression)) return textOf(expression.expression);
	if (ts.isTemplateExpression(expression)) return [expression.head.text, ...expression.templateSpans.flatMap((span) => [placeholder(span.expression), span.literal.text])].join('');
	if (ts.isConditionalExpression(expression)) return `${textOf(expression.whenTrue).trimEnd()} / ${textOf(expression.whenFalse)}`;
	if (ts.isBinaryExpression(expression) && expression.operatorToken.kind === ts.SyntaxKind.PlusToken) return textOf(expression.left) + textOf(expression.right);
	if (ts.isIdentifier(expression)) {
		const declared = declarationOf(expression);
		if (declared && ts.isVariableDeclaration(declared) && declared.initializer) return textOf(declared.initializer);
	}
	// "….trim()" and the like make no difference to a reader.
	if (ts.isCallExpression(expression) && ts.isPropertyAccessExpression(expression.expression) && ts.isTemplateLiteral(expression.expression.expression)) return textOf(expression.expression.expression);
	return placeholder(expression);
}

/** What is inserted into a text: the words of a constant, or the name of anything else. */
function placeholder(expression: ts.Expression): string {
	if (ts.isIdentifier(expression)) {
		const declared = declarationOf(expression);
		if (declared && ts.isVariableDeclaration(declared) && declared.initializer && ts.isStringLiteralLike(declared.initializer)) return declared.initializer.text;
		return `{${expression.text}}`;
	}
	if (ts.isConditionalExpression(expression)) {
		const [one, other] = [expression.whenTrue, expression.whenFalse].map(textOf) as [string, string];
		return one === '' ? other : other === '' ? one : `${one.trimEnd()} / ${other}`;
	}
	if (ts.isPropertyAccessExpression(expression)) return expression.name.text === 'length' ? '{count}' : `{${expression.name.text}}`;
	if (ts.isCallExpression(expression) && ts.isIdentifier(expression.expression)) {
		// A function that makes a text, otherwise one that only converts its argument.
		const made = returnedBy(expression.expression);
		if (made && (ts.isTemplateExpression(made) || ts.isStringLiteralLike(made))) return textOf(made);
		if (expression.arguments.length > 0) return placeholder(expression.arguments[0]!);
	}
	// `names.slice(0, 3).join(', ')` is about the names, `words[outcome]` about the outcome, `a ?? b` about a.
	if (ts.isCallExpression(expression) && ts.isPropertyAccessExpression(expression.expression)) return placeholder(expression.expression.expression);
	if (ts.isElementAccessExpression(expression)) return placeholder(expression.argumentExpression);
	if (ts.isBinaryExpression(expression) && expression.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) return placeholder(expression.left);
	if (ts.isAsExpression(expression) || ts.isParenthesizedExpression(expression) || ts.isNonNullExpression(expression)) return placeholder(expression.expression);
	return '{…}';
}

/** File and line of a node. */
const placeOf = (node: ts.Node): string => `${relative(projectFolder, node.getSourceFile().fileName)}:${node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1}`;

/** The message of a call or of refused input; undefined if there is none. */
function saidBy(call: ts.Node): Said | undefined {
	if (ts.isNewExpression(call) && ['BadInput', 'MissingInput'].includes(call.expression.getText())) {
		const [, label, rule] = call.arguments ?? [];
		return label && rule ? { kind: 'input', message: `${textOf(label)} ${textOf(rule)}`, at: placeOf(call) } : undefined;
	}
	if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression)) return undefined;
	const [first] = call.arguments;
	// Declared as data.
	if (first && ts.isIdentifier(first) && /^[A-Z_]+$/.test(first.text)) return undefined;
	const kind = call.expression.name.text;
	if ((kind !== 'problem' && kind !== 'hint') || call.expression.expression.getText() !== 'call') return undefined;
	const [message, todo] = call.arguments.flatMap((each): ts.Expression[] => {
		if (!ts.isSpreadElement(each)) return [each];
		const made = ts.isCallExpression(each.expression) && ts.isIdentifier(each.expression.expression) ? returnedBy(each.expression.expression) : undefined;
		return made && ts.isArrayLiteralExpression(made) ? [...made.elements] : [];
	});
	return {
		kind,
		message: message ? textOf(message) : '',
		...(todo && kind === 'problem' ? { todo: textOf(todo) } : {}),
		at: placeOf(call),
	};
}

// ---------------------------------------------------------------------------------------------
// From an operation to its messages

/** Functions that declare something separate, such as another request or a list to choose from: their contents are not followed. */
const DECLARES = new Set(['operation', 'flow', 'picker', 'source', 'columns', 'resource', 'createdAs']);

const isDeclaration = (expression: ts.Expression | undefined): boolean => expression !== undefined && ts.isCallExpression(expression) && ts.isIdentifier(expression.expression) && DECLARES.has(expression.expression.text);

/** All messages of some code and of the functions that it calls. */
function saidIn(start: ts.Node, seen = new Set<ts.Node>()): Said[] {
	const found: Said[] = [];
	const visit = (node: ts.Node): void => {
		const said = saidBy(node);
		if (said) found.push(said);
		if (ts.isIdentifier(node) && !(ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) && !(ts.isPropertyAssignment(node.parent) && node.parent.name === node)) {
			const declared = declarationOf(node);
			const body = declared && (ts.isFunctionDeclaration(declared) ? declared.body : ts.isClassDeclaration(declared) ? declared : ts.isVariableDeclaration(declared) ? declared.initializer : undefined);
			if (body && !seen.has(body) && !isDeclaration(body as ts.Expression) && !/\/shared\/declare\//.test(body.getSourceFile().fileName)) {
				seen.add(body);
				found.push(...saidIn(body, seen));
			}
		}
		ts.forEachChild(node, visit);
	};
	visit(start);
	return found;
}

/** The object with the operations of a node's resource. */
function operationsOf(area: string, value: string): ts.Expression | undefined {
	for (const file of sources(new RegExp(`^TalendCloud${area}/resources/`, 'i'))) {
		let found: ts.Expression | undefined;
		const visit = (node: ts.Node): void => {
			if (ts.isCallExpression(node) && node.expression.getText() === 'resource' && (namesIt(node.arguments[0], value) || callersName(node, value))) found = node.arguments[2];
			ts.forEachChild(node, visit);
		};
		visit(file);
		if (found) return found;
	}
	return undefined;
}

const namesIt = (argument: ts.Expression | undefined, value: string): boolean => argument !== undefined && ts.isStringLiteral(argument) && argument.text === value;

/** Whether a function that declares a resource is called with its value. */
function callersName(call: ts.CallExpression, value: string): boolean {
	const [first] = call.arguments;
	return first !== undefined && ts.isIdentifier(first) && new RegExp(`\\n\\t'${value}',|\\('${value}',`).test(call.getSourceFile().text);
}

const known = new Map<string, Said[]>();

/**
 * The messages of an operation.
 * @throws if its code is not found
 */
export function saidByOperation(area: string, resource: string, operation: string): Said[] {
	const key = `${area} ${resource}.${operation}`;
	const before = known.get(key);
	if (before) return before;
	const declared = operationsOf(area, resource);
	const made = declared && propertyIn(declared, operation);
	if (!made) throw new Error(`The code of ${key} was not found`);
	const start = ts.isIdentifier(made) ? (declarationOf(made) as ts.VariableDeclaration | undefined)?.initializer : ts.isPropertyAccessExpression(made) ? propertyIn(made.expression, made.name.text) : made;
	const root = start && ts.isIdentifier(start) ? (declarationOf(start) as ts.VariableDeclaration | undefined)?.initializer : start;
	const said = [...new Map(saidIn(root ?? made).map((each) => [each.at, each])).values()];
	known.set(key, said);
	return said;
}

/** The messages that the engine can show for any operation. */
export const saidByEngine = (): Said[] => sources(/^shared\/(?!flows|trigger|editor|declare)/).flatMap((file) => [...new Map(inFile(file).map((each) => [each.at, each])).values()]);

/** All messages in all files, used by an operation or not; docs/guide/triggers.md describes those of the triggers. */
export const saidAnywhere = (): Said[] => sources().flatMap(inFile);

function inFile(file: ts.SourceFile): Said[] {
	const found: Said[] = [];
	const visit = (node: ts.Node): void => {
		const said = saidBy(node);
		if (said) found.push(said);
		ts.forEachChild(node, visit);
	};
	visit(file);
	return found;
}
