// The web pages of the embedded GitHub. Exported by the package's src/index.ts; src/actions uses the types of run records.
//
// GET    builds the scene for the viewer, renders a view, and puts it in a frame
// POST   checks origin and CSRF token, executes the form as the viewer, and shows the page again
//
// Open pages poll for changes: see waitForChange.
import { randomBytes } from 'node:crypto';
import type { Incoming, Reply } from '../github/index.js';
import { openPullCache } from './pull-cache.js';
import { type Asset, readAssets } from './requests/assets.js';
import { createScene, viewerCookie } from './requests/create-scene.js';
import { createCsrfTokens, hostRefusal, postRefusal } from './requests/csrf.js';
import { pageAt } from './requests/page-at.js';
import { respond, seeOther, waitForChange } from './requests/respond.js';
import { submitForm } from './requests/submit-form.js';
import { runsWithoutRunner } from './run-records.js';
import type { PageContext, SandboxPages } from './scene.js';
import { notFoundPage, refusedPage } from './views/problem.js';

export type { RunPages, RunRecords } from './run-records.js';
export type { SandboxPages } from './scene.js';

/** Creates the handler of the pages, to be mounted with `github.mount`. It returns null for requests that it leaves to other handlers. */
export function sandboxPages(given: SandboxPages): (incoming: Incoming) => Promise<Reply | null> {
  const runs = given.runs ?? runsWithoutRunner(given.github.state);
  const context: PageContext = {
    ...given,
    runs,
    pulls: openPullCache(),
    csrfTokens: createCsrfTokens(randomBytes(32)),
  };
  const assets = readAssets();
  return async (incoming) => {
    const problem = hostRefusal(incoming, context.github.url);
    if (problem !== null)
      return { status: 421, headers: { 'content-type': 'text/plain' }, bytes: Buffer.from(problem) };
    const asset = assets.get(incoming.path);
    if (asset !== undefined) return assetReply(asset);
    if (incoming.method === 'POST') return post(context, incoming);
    return incoming.method === 'GET' || incoming.method === 'HEAD' ? get(context, incoming) : null;
  };
}

/** Renders the page of a path. For an unknown path, browsers get a page; other clients are left to other handlers (null). */
async function get(context: PageContext, incoming: Incoming): Promise<Reply | null> {
  const rendered = await waitForChange(incoming, async () => {
    const scene = createScene(context, incoming);
    return { scene, shown: await pageAt(scene, { incoming, effects: context.github.effects }) };
  });
  if (rendered === 'unchanged') return { status: 304 };
  const { scene, shown } = rendered;
  if (shown !== null && 'redirect' in shown) return seeOther(shown.redirect);
  if (shown !== null) return respond(scene, { view: shown, incoming });
  return wantsPage(incoming) ? respond(scene, { view: notFoundPage(incoming.path), incoming }) : null;
}

async function post(context: PageContext, incoming: Incoming): Promise<Reply | null> {
  const scene = createScene(context, incoming);
  const form = new URLSearchParams(incoming.body.toString());
  const problem = postRefusal(incoming, {
    hasValidToken: context.csrfTokens.isValid(scene.viewer.login, form.get('token') ?? ''),
  });
  if (problem !== null) return respond(scene, { view: refusedPage(403, problem), incoming });
  if (incoming.path === '/_/viewer') return switchViewer(context, form);
  const result = await submitForm(scene, { world: context.github.world, path: incoming.path, form });
  if (result === null)
    return wantsPage(incoming) ? respond(scene, { view: notFoundPage(incoming.path), incoming }) : null;
  return 'redirect' in result ? seeOther(result.redirect) : respond(scene, { view: result, incoming });
}

function switchViewer(context: PageContext, form: URLSearchParams): Reply {
  const cookie = viewerCookie(context.github.state, form.get('login') ?? '');
  return seeOther(form.get('back') ?? '/', cookie === null ? {} : { 'set-cookie': cookie });
}

function assetReply({ type, bytes }: Asset): Reply {
  return { status: 200, headers: { 'content-type': type, 'cache-control': 'no-cache' }, bytes };
}

const wantsPage = ({ headers }: Incoming): boolean => headers.accept?.includes('text/html') ?? false;
