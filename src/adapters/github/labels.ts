// Implements the port LabelWriter: changes labels in batches. One GraphQL mutation has up to 25 changes, each under its own alias, so that
// GitHub confirms each one. Failed changes are retried once by REST.
import { UserError } from '../../ports/errors.js';
import type { Clock, LabelWrite, LabelWriter, LabelWritten, Repo } from '../../ports/index.js';
import { stringListLiteral, stringLiteral } from './board/ask.js';
import { type Client, statusOf } from './client.js';
import { waitForWindow } from './request-rules.js';

/** The number of changes in a request, and of requests in a minute. */
const BATCH_SIZE = 25;
const MAX_BATCHES_A_MINUTE = 20;
const MINUTE = 60_000;

/** After this many refusals in a row the rest is not sent. */
const MAX_REFUSALS = 5;

/** Node ids requested per query. */
const IDS_PER_QUERY = 100;

interface LabelWriterInput {
  readonly client: Client;
  readonly clock: Clock;
}

/** Changes labels in any repository that the token can write to. */
export function githubLabels({ client, clock }: LabelWriterInput): LabelWriter {
  let sendTimes: readonly number[] = [];
  const pace = async (): Promise<void> => {
    const now = clock.now();
    const at = now + waitForWindow(sendTimes, { now, limit: MAX_BATCHES_A_MINUTE, span: MINUTE });
    sendTimes = [...sendTimes.filter((time) => time > now - MINUTE), at];
    await clock.sleep(at - now);
  };
  return {
    async write(changes) {
      if (changes.length === 0) return [];
      const ids = await readIds(client, changes);
      await createMissingLabels(client, changes, ids);
      const results = new Map<LabelWrite, LabelWritten>();
      for (let n = 0; n < changes.length; n += BATCH_SIZE) {
        await pace();
        const batch = changes.slice(n, n + BATCH_SIZE);
        const confirmed = await sendBatch(client, batch, ids);
        for (const change of batch) if (confirmed.has(change)) results.set(change, { why: null });
      }
      let refused: readonly string[] = [];
      for (const change of changes.filter((each) => !results.has(each))) {
        // After several refusals the token is the cause, not the single change.
        const why = refused.length >= MAX_REFUSALS ? (refused[0] ?? null) : await writeOne(client, change);
        refused = why === null ? [] : [...refused, why];
        results.set(change, { why });
      }
      return changes.map((change) => results.get(change) ?? { why: null });
    },
  };
}

/** Node ids by `repo label` and by `repo#number`. */
type NodeIds = Map<string, string>;
const labelKey = ({ repo, label }: LabelWrite): string => `${repo} ${label.toLowerCase()}`;
const issueKey = ({ repo, issue }: LabelWrite): string => `${repo}#${issue}`;

/** Reads the node ids of the labels and issues. Those that GitHub does not answer are left out. */
async function readIds({ graphql }: Client, changes: readonly LabelWrite[]): Promise<NodeIds> {
  const ids: NodeIds = new Map();
  for (const change of changes) if (change.id !== undefined) ids.set(issueKey(change), change.id);
  const fields = new Map<string, { repo: Repo; field: string }>();
  for (const change of changes) {
    const { repo, label, issue } = change;
    fields.set(labelKey(change), { repo, field: `label(name: ${stringLiteral(label)}) { id }` });
    if (!ids.has(issueKey(change)))
      fields.set(issueKey(change), {
        repo,
        field: `issueOrPullRequest(number: ${issue}) { ... on Issue { id } ... on PullRequest { id } }`,
      });
  }
  const all = [...fields];
  for (let n = 0; n < all.length; n += IDS_PER_QUERY) {
    const some = all.slice(n, n + IDS_PER_QUERY);
    const parts = some.map(([, { repo, field }], index) => {
      const [owner = '', name = ''] = repo.split('/');
      return `p${index}: repository(owner: ${stringLiteral(owner)}, name: ${stringLiteral(name)}) { found: ${field} }`;
    });
    type Found = Readonly<Record<string, { found?: { id?: string } | null } | null>>;
    const answer = await partialAnswer(graphql<Found>(`query crewLabels { ${parts.join('\n')} rateLimit { cost } }`));
    for (const [index, [key]] of some.entries()) {
      const id = answer?.[`p${index}`]?.found?.id;
      if (id !== undefined) ids.set(key, id);
    }
  }
  return ids;
}

/** The data of an answer, also if it came with errors; undefined if there is none. User errors are thrown. */
async function partialAnswer<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof UserError) throw error;
    return (error as { data?: T }).data ?? undefined;
  }
}

/** Creates missing labels with their color. GitHub would create them too when they are added to an issue, but grey. */
async function createMissingLabels({ rest }: Client, changes: readonly LabelWrite[], ids: NodeIds): Promise<void> {
  for (const change of changes) {
    const { repo, label: name, action, look } = change;
    if (action === 'remove' || !look || ids.has(labelKey(change))) continue;
    const [owner = '', repository = ''] = repo.split('/');
    const { colour: color, description } = look;
    const created = await rest.issues
      .createLabel({ owner, repo: repository, name, color, description })
      .catch(() => null);
    // If creating it failed, adding it to the issue will report the reason.
    ids.set(labelKey(change), created?.data.node_id ?? '');
  }
}

const MUTATION = { add: 'addLabelsToLabelable', remove: 'removeLabelsFromLabelable' } as const;

/** Sends one batch; returns the changes that its aliases confirm. */
async function sendBatch({ graphql }: Client, batch: readonly LabelWrite[], ids: NodeIds): Promise<Set<LabelWrite>> {
  const confirmed = new Set<LabelWrite>();
  const sendable = batch.flatMap((change) => {
    const [issue, label] = [ids.get(issueKey(change)), ids.get(labelKey(change))];
    // A label that does not exist is on no issue.
    if (change.action === 'remove' && label === undefined) confirmed.add(change);
    return issue && label ? [{ change, issue, label }] : [];
  });
  if (sendable.length === 0) return confirmed;
  const fields = sendable.map(
    ({ change, issue, label }, n) =>
      `m${n}: ${MUTATION[change.action]}(input: { labelableId: ${stringLiteral(issue)}, labelIds: ${stringListLiteral([label])} }) { labelable { __typename } }`,
  );
  type Answer = Readonly<Record<string, { labelable: unknown } | null>>;
  const answer = await partialAnswer(graphql<Answer>(`mutation crewLabels { ${fields.join('\n')} }`));
  for (const [n, { change }] of sendable.entries()) if (answer?.[`m${n}`]?.labelable) confirmed.add(change);
  return confirmed;
}

/** Sends one change; returns GitHub's message if it is refused. */
async function writeOne({ rest }: Client, { repo, issue, label, action }: LabelWrite): Promise<string | null> {
  const [owner = '', name = ''] = repo.split('/');
  const at = { owner, repo: name, issue_number: issue };
  try {
    await (action === 'add'
      ? rest.issues.addLabels({ ...at, labels: [label] })
      : rest.issues.removeLabel({ ...at, name: label }));
    return null;
  } catch (error) {
    if (action === 'remove' && statusOf(error) === 404) return null;
    return error instanceof Error ? error.message : String(error);
  }
}
