// The publish phase of `retrospect`: applies decisions as pull requests and in the memory. Approved proposals are read from run records; only
// the wording of `approve … as TEXT` comes from the work job. Used by index.ts, `rewordedIn` also by work.ts.
import * as z from 'zod';
import type { Applied } from '../../ports/change.js';
import type { Outcome } from '../../ports/run.js';
import type { PublishContext, WorkResult } from '../../ports/workflow.js';
import { inLanguage } from '../../text/lang/index.js';
import { profileText } from '../profile/index.js';
import { applyDecision, type DecisionRepository } from './apply-decision.js';
import type { RetrospectOrder } from './gate.js';
import type { LearningServices } from './learning.js';
import { en } from './messages.en.js';
import { ja } from './messages.ja.js';
import { type Item, items } from './rules/list.js';

/** The publish phase with these services. */
export const publishOf =
  ({ inPublish }: Pick<LearningServices, 'inPublish'>) =>
  async (ctx: PublishContext, order: RetrospectOrder, result: WorkResult | null): Promise<Outcome> => {
    if (!result) throw new Error('a retrospective without a result is not published');
    if (order.is === 'review' || result.outcome.name !== 'done') return result.outcome;
    const { settings, run, issue, clock, history, jobs } = ctx;
    return applyDecision({
      run,
      issue,
      order,
      url: jobs.url,
      now: clock.now(),
      learning: inPublish,
      config: settings.config,
      configFile: settings.configFile,
      say: inLanguage(settings.lang, { en, ja }),
      profile: (state) => profileText(state, 'thread', settings.lang),
      records: (await history.list()).filter((each) => each.run !== run),
      reworded: rewordedIn(result.outcome.result),
      repository: githubRepository(ctx),
    });
  };

const workResult = z.looseObject({ reworded: items });

/** The improvements that an agent reworded for `approve … as TEXT`. */
export function rewordedIn(result: unknown): readonly Item[] {
  const read = workResult.safeParse(result);
  return read.success ? read.data.reworded : [];
}

/** The fields of what a change created; none if it created nothing. */
const createdBy = <T>(applied: Applied | undefined): Partial<T> => (applied?.made ?? {}) as Partial<T>;

/** The repository on GitHub. Changes are based on the default branch, because crew reads its instructions there. */
function githubRepository({ github, apply, settings }: PublishContext): DecisionRepository {
  const defaultBranch = async () => {
    const base = await github.repository.defaultBranch();
    const head = await github.branches.head(base);
    if (head === null) throw new Error(`the default branch ${base} has no commit`);
    return { base, head };
  };
  return {
    async read(paths) {
      const { head } = await defaultBranch();
      const files = await github.branches.files(head, paths);
      // Without missing files and links (120000 is git's mode of a link).
      const texts = files.filter(({ mode, bytes }) => bytes !== null && mode !== '120000');
      return new Map(texts.map(({ path, bytes }) => [path, new TextDecoder().decode(bytes ?? undefined)]));
    },
    async open({ branch, title, body, commits }) {
      const { base, head } = await defaultBranch();
      const withoutIds = commits.map(({ message, files }) => ({ message, files }));
      const [committed] = await apply([{ kind: 'files', branch, parent: head, commits: withoutIds }]);
      const { shas = [] } = createdBy<{ shas: readonly string[] }>(committed);
      const { reviewers, labels } = settings.config.fix;
      const [opened] = await apply([{ kind: 'pull', branch, base, title, body, draft: false, reviewers, labels }]);
      const { number } = createdBy<{ number: number }>(opened);
      return number === undefined ? { shas, where: 'branch-only' } : { shas, pull: number, where: 'pull' };
    },
  };
}
