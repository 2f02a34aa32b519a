// Implements the port Checks: creates check runs, and adds their conclusions and annotations.

import type { Annotation, Check, CheckPage, Checks, Identity } from '../../ports/index.js';
import { type Client, statusOf } from './client.js';

interface RawCheck {
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
const MAX_ANNOTATIONS = 50;

/** GitHub lists at most this many files of a pull request. */
const MAX_FILES = 3000;

const checkOf = ({ id, external_id, status, conclusion, html_url, output }: RawCheck): Check => ({
  id,
  externalId: external_id ?? '',
  conclusion: status === 'completed' ? conclusion : null,
  annotationCount: output.annotations_count,
  url: html_url ?? '',
});

/** The check runs of one identity. A check run of the same name by another App is ignored, since it cannot be updated. */
export function githubChecks({ rest, paginate }: Client, { me, ...repository }: ChecksOwner): Checks {
  const slug = async () => (await me()).login.replace(/\[bot\]$/, '');
  const conclude: Checks['conclude'] = async (
    { id, annotationCount: sentCount },
    { conclusion, annotations, ...page },
  ) => {
    const update = (input: { conclusion?: typeof conclusion; annotations: readonly Annotation[] }) => {
      const ending = input.conclusion ? { status: 'completed' as const, conclusion: input.conclusion } : {};
      return rest.checks.update({
        ...repository,
        check_run_id: id,
        ...ending,
        output: outputOf(page, input.annotations),
      });
    };
    await sendOrOmitAnnotations(annotations.slice(sentCount), async (accepted) => {
      const batches = inBatches(accepted);
      const last = batches.pop() ?? [];
      for (const batch of batches) await update({ annotations: batch });
      await update({ conclusion, annotations: last });
    });
  };
  return {
    async list(head, name) {
      const parameters = { ...repository, ref: head, check_name: name, filter: 'all' as const, per_page: 100 };
      const [ownSlug, checks] = await Promise.all([slug(), paginate(rest.checks.listForRef, parameters)]);
      return checks
        .filter(({ app }) => (app?.slug ?? ACTIONS_APP) === ownSlug)
        .map(checkOf)
        .sort((a, b) => a.id - b.id);
    },
    async create({ head, name, externalId, details, end: ending, ...page }) {
      const named = { ...repository, name, head_sha: head, external_id: externalId, details_url: details };
      const begin = async () =>
        checkOf((await rest.checks.create({ ...named, status: 'in_progress', output: page })).data);
      if (!ending) return begin();
      const { conclusion, annotations, ...last } = ending;
      if (annotations.length > MAX_ANNOTATIONS) {
        const check = await begin();
        await conclude(check, ending);
        return { ...check, conclusion };
      }
      return sendOrOmitAnnotations(annotations, async (accepted) => {
        const output = outputOf(last, accepted);
        return checkOf((await rest.checks.create({ ...named, status: 'completed', conclusion, output })).data);
      });
    },
    conclude,
    async renameDuplicate({ id }, name) {
      await rest.checks.update({ ...repository, check_run_id: id, name, status: 'completed', conclusion: 'neutral' });
    },
    async headOf(pull) {
      const { data } = await rest.pulls.get({ ...repository, pull_number: pull });
      return data.state === 'open' ? data.head.sha : null;
    },
    async changedPaths({ owner, branch, head }) {
      const parameters = { ...repository, head: `${owner}:${branch}`, state: 'all' as const, per_page: 100 };
      const pulls = (await rest.pulls.list(parameters)).data.filter((pull) => pull.head.sha === head);
      const all: string[] = [];
      for (const { number } of pulls) {
        const files = await paginate(rest.pulls.listFiles, { ...repository, pull_number: number, per_page: 100 });
        if (files.length >= MAX_FILES) return null;
        all.push(
          ...files.flatMap(({ filename, previous_filename: previousName }) => [
            filename,
            ...(previousName ? [previousName] : []),
          ]),
        );
      }
      return pulls.length > 0 ? all : null;
    },
  };
}

/** Sends annotations. If GitHub refuses one of them, sends none, so that the conclusion is not lost. */
async function sendOrOmitAnnotations<T>(
  annotations: readonly Annotation[],
  send: (accepted: readonly Annotation[]) => Promise<T>,
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

/** The App of GITHUB_TOKEN. Some responses omit the App; it is then this one. */
const ACTIONS_APP = 'github-actions';

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
  for (let start = 0; start < annotations.length; start += MAX_ANNOTATIONS)
    batches.push(annotations.slice(start, start + MAX_ANNOTATIONS));
  return batches;
}
