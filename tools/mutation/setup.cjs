/**
 * For jest, in mutation testing: any failure of a property is enough, so no smaller one is searched
 * for.
 */
const fc = require('fast-check');

fc.configureGlobal({ endOnFailure: true });
