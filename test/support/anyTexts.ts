/** The texts of an operation or resource, for a test in which they do not matter. */
export const ANY_TEXTS = { name: 'X', action: 'Do x', description: 'Does x' };
