// Implements the port Checks: creates check runs and adds their conclusions and annotations.

import type { Annotation, Check, CheckPage, Checks, Identity } from '../../ports/index.js';
import { type Client, statusOf } from './client.js';

interface Raw {
  readonly id: number;
  readonly external_id: string | null;
  readonly status: string;
  readonly conclusion: string | null;
  readonly html_url: string | null;
  readonly output: { readonly annotations_count: number };
  readonly app: { readonly slug?: string | undefined } | null;
}

interface ChecksOwner {
  readonly owner: string;
  readonly repo: string;
  readonly me: () => Promise<Identity>;
}

/** Maximum annotations per request. */
const AT_ONCE = 50;

/** GitHub lists at most this many files of a pull request. */
const MAX_FILES = 3000;

const checkOf = ({ id, external_id, status, conclusion, html_url, output }: Raw): Check => ({
  id,
  externalId: external_id ?? '',
  conclusion: status === 'completed' ? conclusion : null,
  annotations: output.annotations_count,
  url: html_url ?? '',
});

/** Checks of one identity. A check of the same name by another App is ignored, since it cannot be updated. */
export function githubChecks({ rest, paginate }: Client, { me, ...at }: ChecksOwner): Checks {
  const slug = async () => (await me()).login.replace(/\[bot\]$/, '');
  const conclude: Checks['conclude'] = async ({ id, annotations: sent }, { conclusion, annotations, ...page }) => {
    const update = (input: { conclusion?: typeof conclusion; annotations: readonly Annotation[] }) => {
      const end = input.conclusion ? { status: 'completed' as const, conclusion: input.conclusion } : {};
      return rest.checks.update({ ...at, check_run_id: id, ...end, output: outputOf(page, input.annotations) });
    };
    await withoutRefused(annotations.slice(sent), async (some) => {
      const batches = inBatches(some);
      const last = batches.pop() ?? [];
      for (const batch of batches) await update({ annotations: batch });
      await update({ conclusion, annotations: last });
    });
  };
  return {
    async list(head, name) {
      const ask = { ...at, ref: head, check_name: name, filter: 'all' as const, per_page: 100 };
      const [mine, found] = await Promise.all([slug(), paginate(rest.checks.listForRef, ask)]);
      return found
        .filter(({ app }) => (app?.slug ?? ACTIONS) === mine)
        .map(checkOf)
        .sort((a, b) => a.id - b.id);
    },
    async create({ head, name, externalId, details, end, ...page }) {
      const named = { ...at, name, head_sha: head, external_id: externalId, details_url: details };
      const begin = async () =>
        checkOf((await rest.checks.create({ ...named, status: 'in_progress', output: page })).data);
      if (!end) return begin();
      const { conclusion, annotations, ...last } = end;
      if (annotations.length > AT_ONCE) {
        const check = await begin();
        await conclude(check, end);
        return { ...check, conclusion };
      }
      return withoutRefused(annotations, async (some) => {
        const output = outputOf(last, some);
        return checkOf((await rest.checks.create({ ...named, status: 'completed', conclusion, output })).data);
      });
    },
    conclude,
    async renameDuplicate({ id }, name) {
      await rest.checks.update({ ...at, check_run_id: id, name, status: 'completed', conclusion: 'neutral' });
    },
    async headOf(pull) {
      const { data } = await rest.pulls.get({ ...at, pull_number: pull });
      return data.state === 'open' ? data.head.sha : null;
    },
    async changedPaths({ owner, branch, head }) {
      const ask = { ...at, head: `${owner}:${branch}`, state: 'all' as const, per_page: 100 };
      const pulls = (await rest.pulls.list(ask)).data.filter((pull) => pull.head.sha === head);
      const all: string[] = [];
      for (const { number } of pulls) {
        const files = await paginate(rest.pulls.listFiles, { ...at, pull_number: number, per_page: 100 });
        if (files.length >= MAX_FILES) return null;
        all.push(
          ...files.flatMap(({ filename, previous_filename: before }) => [filename, ...(before ? [before] : [])]),
        );
      }
      return pulls.length > 0 ? all : null;
    },
  };
}

/** If GitHub refuses an annotation, the conclusion is sent without annotations. */
async function withoutRefused<T>(
  annotations: readonly Annotation[],
  send: (some: readonly Annotation[]) => Promise<T>,
): Promise<T> {
  try {
    return await send(annotations);
  } catch (error) {
    if (statusOf(error) !== 422 || annotations.length === 0) throw error;
    return send([]);
  }
}

const outputOf = (page: CheckPage, annotations: readonly Annotation[]) => ({
  ...page,
  ...(annotations.length > 0 ? { annotations: annotations.map(rawOf) } : {}),
});

/** The App of GITHUB_TOKEN, if a response omits it. */
const ACTIONS = 'github-actions';

const rawOf = ({ path, line, level, title, message }: Annotation) => ({
  path,
  start_line: line,
  end_line: line,
  annotation_level: level,
  title,
  message,
});

function inBatches(annotations: readonly Annotation[]): (readonly Annotation[])[] {
  const batches: (readonly Annotation[])[] = [];
  for (let at = 0; at < annotations.length; at += AT_ONCE) batches.push(annotations.slice(at, at + AT_ONCE));
  return batches;
}
