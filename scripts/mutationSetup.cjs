/** For jest, in mutation runs: a failure of a property says enough, no smaller one is looked for. */
const fc = require('fast-check');

fc.configureGlobal({ endOnFailure: true });
