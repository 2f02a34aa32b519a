// Sends webhooks to installed Apps and records the deliveries. Used by create-world.ts only.

import { createHash, createHmac } from 'node:crypto';
import type { Ids } from '../ids.js';
import type { Delivery, Installation, Repository, State } from '../state.js';
import type { GitHubEvent } from './event.js';

export type Webhooks = {
  send(event: GitHubEvent): void;
  redeliver(delivery: Delivery): void;
  /** Resolves when no delivery is in progress. */
  settled(): Promise<void>;
};

type WebhookContext = { readonly state: State; readonly ids: Ids; readonly stamp: () => string };

/** GitHub's timeout for webhooks. */
const timeoutMs = 10_000;

/** Sends events to the installed Apps that subscribed to them. */
export function openWebhooks(context: WebhookContext): Webhooks {
  const inProgress = new Set<Promise<void>>();
  const post = (delivery: Delivery) => {
    context.state.deliveries.push(delivery);
    const sent = deliver(delivery).finally(() => inProgress.delete(sent));
    inProgress.add(sent);
  };
  return {
    send: (event) => {
      for (const installation of context.state.installations.values()) {
        const delivery = newDelivery(context, { event, installation });
        if (delivery !== null) post(delivery);
      }
    },
    redeliver: (delivery) => {
      post({ ...delivery, ...unanswered, id: context.ids.next(), redelivery: true, deliveredAt: context.stamp() });
    },
    settled: async () => {
      while (inProgress.size > 0) await Promise.all(inProgress);
    },
  };
}

const unanswered = { durationSeconds: 0, status: 'pending', statusCode: 0, response: null };

function newDelivery(
  context: WebhookContext,
  { event, installation }: { event: GitHubEvent; installation: Installation },
): Delivery | null {
  const { app } = installation;
  const { webhook } = app;
  if (webhook === null || installation.suspended) return null;
  if (!app.events.includes(event.name) || !isInstalledOn(installation, event.repository)) return null;
  const id = context.ids.next();
  const guid = guidOf(id);
  const body = JSON.stringify({
    ...event.payload,
    installation: { id: installation.id, node_id: `MDIz${installation.id}` },
  });
  return {
    ...unanswered,
    id,
    guid,
    app,
    installation,
    repository: event.repository,
    event: event.name,
    action: event.action,
    redelivery: false,
    deliveredAt: context.stamp(),
    url: webhook.url,
    requestHeaders: headersFor({ event: event.name, guid, body, secret: webhook.secret, app: app.id }),
    body,
  };
}

function isInstalledOn({ repositories, account }: Installation, repository: Repository): boolean {
  return repositories === null ? account.id === repository.owner.id : repositories.includes(repository);
}

function headersFor(sent: { event: string; guid: string; body: string; secret: string; app: number }) {
  const sign = (algorithm: string) => createHmac(algorithm, sent.secret).update(sent.body).digest('hex');
  return {
    'content-type': 'application/json',
    'user-agent': 'GitHub-Hookshot/embedded',
    accept: '*/*',
    'x-github-delivery': sent.guid,
    'x-github-event': sent.event,
    'x-github-hook-id': String(sent.app),
    'x-github-hook-installation-target-id': String(sent.app),
    'x-github-hook-installation-target-type': 'integration',
    'x-hub-signature': `sha1=${sign('sha1')}`,
    'x-hub-signature-256': `sha256=${sign('sha256')}`,
  };
}

/** A GUID computed from the id, so that repeated runs of a scenario give the same GUIDs. */
function guidOf(id: number): string {
  const hex = createHash('sha256').update(`delivery ${id}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

async function deliver(delivery: Delivery): Promise<void> {
  const started = performance.now();
  try {
    const answer = await fetch(delivery.url, {
      method: 'POST',
      headers: delivery.requestHeaders,
      body: delivery.body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    delivery.response = { headers: Object.fromEntries(answer.headers), body: await answer.text() };
    delivery.statusCode = answer.status;
    delivery.status = answer.ok ? 'OK' : `Invalid HTTP Response: ${answer.status}`;
  } catch (problem) {
    const late = problem instanceof DOMException && problem.name === 'TimeoutError';
    delivery.status = late ? 'timed out' : 'failed to connect to host';
  } finally {
    delivery.durationSeconds = Number(((performance.now() - started) / 1000).toFixed(2));
  }
}
