/**
 * The node and credential classes of the package, by name. n8n itself reads them from package.json.
 */
const { n8n } = require('./package.json');

for (const file of [...n8n.credentials, ...n8n.nodes]) {
	const name = file.split('/').at(-1).split('.')[0];
	Object.defineProperty(exports, name, { enumerable: true, get: () => require(`./${file}`)[name] });
}
