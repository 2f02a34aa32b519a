// A board of a thousand issues as boards are: most are over, some wait for others, some wait for a look, a few are asleep.
import { ago, type Board, type IssueSeed, openBoard, type PullSeed, REPO } from './board.js';

const COUNT = 1000;

/** So many a hundred are open: old ones, and of each ten one of last week and one of today. */
const isOpen = (number: number): boolean => number % 10 < 3;

const ageOf = (number: number): number =>
  number % 100 === 1 ? 0.1 : number % 100 === 2 ? 3 : 20 + (COUNT - number) / 5;

const issue = (number: number): IssueSeed => ({
  number,
  title: number % 7 === 0 ? `部品 ${number} の修理` : `Part ${number}`,
  body: number % 3 === 0 ? '' : `What is wrong with part ${number}.`,
  author: 'ann',
  createdAt: ago(ageOf(number)),
  labels: number % 2 === 0 ? ['bug', `area-${number % 20}`] : [],
  assignees: number % 50 === 11 ? ['maya', 'noah'] : [],
  ...(number % 100 === 20 ? { blockedBy: [number - 10, number + 10] } : {}),
  ...(number % 100 === 50 ? { children: [number + 1, number + 2, number + 11] } : {}),
  ...(isOpen(number) ? {} : { state: 'closed', closedAt: ago(ageOf(number) / 2) }),
});

/** Of forty issues somebody says that they are done: a draft, one to be looked at, one that was merged, one given up. */
function pull(number: number, index: number): PullSeed {
  const kinds: readonly Partial<PullSeed>[] = [
    { draft: true },
    {
      checks: [
        { name: 'test', state: 'success' },
        { name: 'lint', state: 'success' },
      ],
    },
    { state: 'merged', merge: { at: ago(1), by: 'noah', method: 'squash' } },
    { state: 'closed', closedAt: ago(2) },
  ];
  return {
    number: COUNT + index + 1,
    title: `Mend part ${number}`,
    body: `Refs #${number + 1}`,
    closes: [number],
    author: 'maya',
    createdAt: ago(index % 8 < 4 ? 12 : 25),
    head: { branch: `mend-${number}` },
    ...kinds[index % kinds.length],
  };
}

const worked = Array.from({ length: 40 }, (_, n) => n * 20 + 11).filter((number) => ageOf(number) > 30);

const NUMBERS = Array.from({ length: COUNT }, (_, n) => n + 1);

/** Agents that can do what is to be done. */
export const agents = {
  '.agent/iterator/agent.json': JSON.stringify({
    name: 'iterator',
    description: 'Develops what an issue asks for',
    parameters: { issue: { type: 'number', required: true, cli: '--issue' } },
    actions: { types: ['issue-action'] },
    command: 'agents run {name} --issue {issue}',
  }),
  '.agent/reviewer/agent.json': JSON.stringify({
    name: 'reviewer',
    description: 'Verifies what was developed',
    parameters: { issue: { type: 'number', required: true, cli: '--issue' } },
    actions: { types: ['review-action'] },
    command: 'agents run {name} --issue {issue}',
  }),
};

/** Where it is looked at as a board. */
export const AIM = { project: 1, projectOwner: 'acme' };

/** Opens the board of a thousand. */
export function openThousand(settings = ''): Promise<Board> {
  return openBoard(
    { issues: NUMBERS.map(issue), pulls: worked.map(pull), files: { ...agents, '.github/crew.yml': settings } },
    {
      users: ['ann', 'maya', 'noah'],
      projects: [
        {
          owner: 'acme',
          number: 1,
          title: 'All of it',
          items: NUMBERS.map((number) => ({ of: `${REPO}#${number}`, status: isOpen(number) ? 'Todo' : 'Done' })),
        },
      ],
    },
  );
}
