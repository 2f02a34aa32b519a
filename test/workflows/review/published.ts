// Reviews of pull requests on the embedded GitHub: asked for at the gate, and published with a result that a test hands in.

import type { Event } from '../../../src/ports/event.js';
import type { Outcome, RunRecord } from '../../../src/ports/run.js';
import type { JobResults } from '../../../src/ports/workflow.js';
import { gate } from '../../../src/runs/gate.js';
import type { Handled } from '../../../src/runs/launch.js';
import { type Published, runPublish } from '../../../src/runs/publish.js';
import { writeResult } from '../../../src/runs/work-result.js';
import { digestOfBytes, writeArtifact } from '../../../src/verify/artifact.js';
import { at, type openPullShop, REPO } from '../../adapters/github/pull-shop.js';
import { type Phases, servicesOn } from '../../build/phases.js';
import { passed, proof, step } from '../../verify/proofs.js';
import { finding } from './findings.js';

type Shop = Awaited<ReturnType<typeof openPullShop>>;

const SPENT = { usd: 0.01, tokens: { in: 1, out: 1, cacheRead: 0, cacheWrite: 0 } };

/** An answer of the reviewer. */
export const answered = (...findings: readonly unknown[]): Outcome => ({
  name: 'done',
  result: { findings, usd: 0.01, turns: 2 },
});

/** A pull request with a branch of its own, and everything that is asked and published on it. */
export async function openReview(environment: Shop, n: number) {
  const path = `file-${n}.js`;
  const branch = `work-${n}`;
  const { number } = await environment.offer(branch, { [path]: 'export const add = (a, b) => a - b;\n' });
  const services = servicesOn({ github: environment.github(), repo: REPO, here: n });
  const as = environment.as('maya');
  const head = () => environment.tip(branch);
  const documentOf = async (run: string) => {
    const both = [step([passed('test/sum.test.js › adds')])];
    return writeArtifact({ ...proof({ base: both, head: both }), run, head: await head() });
  };
  const comments = async () => (await as.issues.listComments({ ...at, issue_number: number, per_page: 100 })).data;
  return {
    ...{ number, path, services, documentOf },
    found: (of: Parameters<typeof finding>[0] = {}) => finding({ path, ...of }),
    push: (text: string) => environment.push(branch, { [path]: text }),
    head,
    /** The gate of a comment; in a job of the same Actions run, or of another. */
    async ask(body = '/crew review', by: Phases = services): Promise<Handled | undefined> {
      return (await gate(await asked(as, number, body), by))[0];
    },
    async publish(run: string, outcome: Outcome | null, jobs: Partial<JobResults> = {}): Promise<Published> {
      const text = outcome && writeResult(run, { outcome, spent: SPENT });
      const document = await documentOf(run);
      return runPublish(
        {
          ...{ subject: `pr-${number}`, run, filesOf: async () => [] },
          workOutput: { bytes: text === null ? null : Buffer.from(text), digest: undefined, journal: null },
          jobs: {
            work: 'success',
            verify: { result: 'success', document, digest: digestOfBytes(document) },
            ...{ url: `https://github.test/${REPO}/actions/runs/${n}`, actions: { id: n, attempt: 1 } },
            ...jobs,
          },
        },
        services,
      );
    },
    runs: async (): Promise<readonly RunRecord[]> => (await services.store.read(`pr-${number}`)).runs,
    reviews: async () => (await as.pulls.listReviews({ ...at, pull_number: number })).data,
    remarks: async () => (await as.pulls.listReviewComments({ ...at, pull_number: number })).data,
    comments,
    /** What crew wrote in the thread. */
    said: async () => (await comments()).flatMap(({ user, body }) => (user?.type === 'Bot' ? [body ?? ''] : [])),
    checks: async () =>
      (await as.checks.listForRef({ ...at, ref: await head() })).data.check_runs.filter(
        ({ name }) => name === 'crew/verify',
      ),
  };
}

export type Review = Awaited<ReturnType<typeof openReview>>;

/** What maya writes in a thread, as an event. */
export async function asked(as: ReturnType<Shop['as']>, issue: number, body: string): Promise<Event> {
  const { data } = await as.issues.createComment({ ...at, issue_number: issue, body });
  const actor = { login: 'maya', id: data.user?.id ?? 0, bot: false };
  const comment = { id: data.id, where: 'thread', body } as const;
  return { kind: 'comment', key: `thread-${data.id}`, actor, at: { repo: REPO, issue }, comment };
}
