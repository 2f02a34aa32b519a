// REST routes of an App's webhook deliveries. Loaded by rest/index.ts.

import { notFound, requiresAuthentication } from '../api-error.js';
import { accepted, ok } from '../http/message.js';
import { type Call, type Route, route } from '../http/route.js';
import type { Delivery } from '../state.js';

/** A delivery in lists, without its content. */
function deliveryItem(delivery: Delivery) {
  return {
    id: delivery.id,
    guid: delivery.guid,
    delivered_at: delivery.deliveredAt,
    redelivery: delivery.redelivery,
    duration: delivery.durationSeconds,
    status: delivery.status,
    status_code: delivery.statusCode,
    event: delivery.event,
    action: delivery.action,
    installation_id: delivery.installation.id,
    repository_id: delivery.repository.id,
    throttled_at: null,
  };
}

function deliveryJson(delivery: Delivery) {
  const payload: unknown = JSON.parse(delivery.body);
  const response = delivery.response;
  return {
    ...deliveryItem(delivery),
    url: delivery.url,
    request: { headers: delivery.requestHeaders, payload },
    response: { headers: response?.headers ?? null, payload: response?.body ?? null },
  };
}

/** Newest first. */
function deliveriesOf({ who, world }: Call): Delivery[] {
  if (who.kind !== 'app') throw requiresAuthentication();
  return world.state.deliveries.filter(({ app }) => app === who.app).reverse();
}

function deliveryOf(call: Call): Delivery {
  const delivery = deliveriesOf(call).find(({ id }) => String(id) === call.params.delivery_id);
  if (delivery === undefined) throw notFound();
  return delivery;
}

/** Pagination by cursor, so that new deliveries do not shift pages. */
function list(call: Call) {
  const size = Math.min(Number(call.query.get('per_page') ?? 30), 100);
  const cursor = Number(call.query.get('cursor') ?? Number.MAX_SAFE_INTEGER);
  const wanted = deliveriesOf(call).filter(({ id }) => id <= cursor);
  const next = wanted[size];
  const query = new URLSearchParams({ per_page: String(size), cursor: String(next?.id) });
  const link = `<${call.world.urls.api}/app/hook/deliveries?${query.toString()}>; rel="next"`;
  return { ...ok(wanted.slice(0, size).map(deliveryItem)), headers: next === undefined ? {} : { link } };
}

const app = { need: { kind: 'app' }, hasContentRateLimit: false } as const;

export const deliveryRoutes: readonly Route[] = [
  route('GET /app/hook/deliveries', { operation: 'apps/list-webhook-deliveries', ...app }, list),
  route('GET /app/hook/deliveries/{delivery_id}', { operation: 'apps/get-webhook-delivery', ...app }, (call) =>
    ok(deliveryJson(deliveryOf(call))),
  ),
  route(
    'POST /app/hook/deliveries/{delivery_id}/attempts',
    { operation: 'apps/redeliver-webhook-delivery', ...app },
    (call) => {
      call.world.redeliver(deliveryOf(call));
      return accepted();
    },
  ),
];
