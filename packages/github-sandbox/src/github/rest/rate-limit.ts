import { ok } from '../http/message.js';
import { type Route, route } from '../http/route.js';
import type { Standing } from '../limits.js';
import { ownerOf } from '../who/credential.js';

const shown = ({ limit, used, remaining, reset, resource }: Standing) => ({ limit, used, remaining, reset, resource });

/** Looking at the limits costs nothing. */
export const rateLimitRoutes: readonly Route[] = [
  route('GET /rate_limit', { operation: 'rate-limit/get', need: { of: 'anyone' } }, ({ world, who }) => {
    const look = (resource: 'core' | 'graphql') =>
      shown(world.limits.spend({ owner: ownerOf(who), resource, cost: 0 }));
    const core = look('core');
    const search = { ...core, limit: 30, used: 0, remaining: 30, resource: 'search' };
    return ok({ resources: { core, graphql: look('graphql'), search }, rate: core });
  }),
];
