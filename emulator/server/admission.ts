/** Whether the platform accepts a request at all: within its limits, and to a route that it has. */
import { familyOf } from '../../nodes/shared/declare/families';
import { observationOf } from '../areas/seen';
import type { Seen } from '../dialects';
import { Refusal } from '../refusals';
import type { Limiter } from './limits';
import type { Route } from './router';

/**
 * The route of a request that is taken.
 * @param route the one whose path fits, if there is any
 * @throws Refusal 429, or 404 if the platform has no such route
 */
export function admit(
	request: { method: string; path: string },
	route: Route | undefined,
	{ limiter, seen }: { limiter: Limiter; seen: Seen },
): Route {
	const { method, path } = request;
	const refusal = limiter.check(familyOf(route?.path ?? path), route?.key, seen);
	if (refusal) throw refusal;
	if (!route || !isThere(route, path, seen))
		throw new Refusal(404, `The platform has no ${method} ${path}`);
	return route;
}

/**
 * Whether the platform has a route as far as it was observed, and with the slash at the end that
 * the request has or has not.
 */
function isThere(route: Route, path: string, seen: Seen): boolean {
	const hasOtherSlash = path.endsWith('/') !== route.path.endsWith('/');
	if (hasOtherSlash && !seen.trailingSlashes) return false;
	const observation = observationOf(route.key);
	return !observation || seen[observation];
}
