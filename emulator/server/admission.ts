import { familyOf } from '../../nodes/shared/declare/families';
import { observationOf } from '../areas/seen';
import type { Seen } from '../dialects';
import { Refusal } from '../refusals';
import type { Limiter } from './limits';
import type { Route } from './router';

/**
 * Decides whether the platform accepts a request at all: it must be within the limits, and the
 * route must exist.
 * @returns the route
 * @param route the route whose path matches, if there is one
 * @throws Refusal 429, or 404 if the platform has no such route
 */
export function admit(
	request: { method: string; path: string },
	route: Route | undefined,
	{ limiter, seen }: { limiter: Limiter; seen: Seen },
): Route {
	const { method, path } = request;
	const refusal = limiter.count(familyOf(route?.path ?? path), route?.key, seen);
	if (refusal) throw refusal;
	if (!route || !hasRoute(route, path, seen))
		throw new Refusal(404, `The platform has no ${method} ${path}`);
	return route;
}

/**
 * Whether the platform has a route, according to observations, and in this form: with or without a
 * slash at the end.
 */
function hasRoute(route: Route, path: string, seen: Seen): boolean {
	const hasOtherSlash = path.endsWith('/') !== route.path.endsWith('/');
	if (hasOtherSlash && !seen.trailingSlashes) return false;
	const observation = observationOf(route.key);
	return !observation || seen[observation];
}
