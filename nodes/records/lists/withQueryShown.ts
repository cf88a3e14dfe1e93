import { isRefusedWith } from '../../shared/support/http/refused';
import { withInvisibleShown } from '../../shared/support/text/visibleNames';

/**
 * The error of a list. If the platform did not accept the query, the error shows all of it, with
 * the characters that nobody sees.
 * @param noun what the platform calls the query
 */
export function withQueryShown(noun: 'query' | 'filter', query: string, error: unknown): unknown {
	if (isRefusedWith(error, 400))
		error.description = `The ${noun} was: ${withInvisibleShown(query)} — ${error.description}`;
	return error;
}
