// The sandbox's pages: what a person sees of the embedded GitHub.
//
//   GET    a scene is set for who is looking, a view is drawn from it, a frame put around it
//   POST   the form is checked (where from, whose), one act is done as the person one is, and the page is shown again
//
// A page that is open asks for itself again and is answered when its content changed: see wait-for-change.
import { randomBytes } from 'node:crypto';
import type { Incoming, Reply } from '../github/index.js';
import { actOn } from './door/act-on.js';
import { type Asset, readAssets } from './door/assets.js';
import { createProofs, foreignHost, foreignPost } from './door/guard.js';
import { pageAt } from './door/page-at.js';
import { respond, seeOther, waitForChange } from './door/respond.js';
import { setScene, viewerCookie } from './door/set-scene.js';
import { openPullBook, runsWithoutRunner } from './run-book.js';
import type { PageContext, SandboxPages } from './scene.js';
import { lost, refused } from './views/problem.js';

export type { RunBook, RunPages } from './run-book.js';
export type { SandboxPages } from './scene.js';

/** The handler that `github.mount` takes. */
export function sandboxPages(given: SandboxPages): (incoming: Incoming) => Promise<Reply | null> {
  const runs = given.runs ?? runsWithoutRunner(given.github.state);
  const context: PageContext = { ...given, runs, pulls: openPullBook(), proofs: createProofs(randomBytes(32)) };
  const assets = readAssets();
  return async (incoming) => {
    const problem = foreignHost(incoming, context.github.url);
    if (problem !== null)
      return { status: 421, headers: { 'content-type': 'text/plain' }, bytes: Buffer.from(problem) };
    const asset = assets.get(incoming.path);
    if (asset !== undefined) return assetReply(asset);
    if (incoming.method === 'POST') return post(context, incoming);
    return incoming.method === 'GET' || incoming.method === 'HEAD' ? get(context, incoming) : null;
  };
}

/** What nobody draws is left to other handlers, unless it is a person who is lost. */
async function get(context: PageContext, incoming: Incoming): Promise<Reply | null> {
  const drawn = await waitForChange(incoming, async () => {
    const scene = setScene(context, incoming);
    return { scene, shown: await pageAt(scene, { incoming, effects: context.github.effects }) };
  });
  if (drawn === 'unchanged') return { status: 304 };
  const { scene, shown } = drawn;
  if (shown !== null && 'redirect' in shown) return seeOther(shown.redirect);
  if (shown !== null) return respond(scene, { view: shown, incoming });
  return wantsPage(incoming) ? respond(scene, { view: lost(incoming.path), incoming }) : null;
}

async function post(context: PageContext, incoming: Incoming): Promise<Reply | null> {
  const scene = setScene(context, incoming);
  const form = new URLSearchParams(incoming.body.toString());
  const problem = foreignPost(incoming, {
    isProof: context.proofs.proves(scene.viewer.login, form.get('token') ?? ''),
  });
  if (problem !== null) return respond(scene, { view: refused(403, problem), incoming });
  if (incoming.path === '/_/viewer') return becomeSomebody(context, form);
  const done = await actOn(scene, { world: context.github.world, path: incoming.path, form });
  if (done === null) return wantsPage(incoming) ? respond(scene, { view: lost(incoming.path), incoming }) : null;
  return 'redirect' in done ? seeOther(done.redirect) : respond(scene, { view: done, incoming });
}

function becomeSomebody(context: PageContext, form: URLSearchParams): Reply {
  const cookie = viewerCookie(context.github.state, form.get('login') ?? '');
  return seeOther(form.get('back') ?? '/', cookie === null ? {} : { 'set-cookie': cookie });
}

function assetReply({ type, bytes }: Asset): Reply {
  return { status: 200, headers: { 'content-type': type, 'cache-control': 'no-cache' }, bytes };
}

const wantsPage = ({ headers }: Incoming): boolean => headers.accept?.includes('text/html') ?? false;
