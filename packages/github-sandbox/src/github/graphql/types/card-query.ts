import { fullName, type ProjectItem } from '../../state.js';

type Test = (item: ProjectItem) => boolean;

/** What a board's filter asks for: words with a colon, each with a minus before it where it must not be so, and words of the title. */
export function cardQuery(query: string): Test {
  const terms = [...query.matchAll(/(-)?(?:([\w-]+):)?((?:"[^"]*"|[^\s"])+)/g)];
  const tests = terms.map(([, minus, key = '', value = '']): Test => {
    const test = testOf(key.toLowerCase(), valuesIn(value.toLowerCase()));
    return minus === undefined ? test : (item) => !test(item);
  });
  return (item) => tests.every((test) => test(item));
}

/** One of several will do; a comma between quotes belongs to the word. */
const valuesIn = (text: string): string[] =>
  [...text.matchAll(/"([^"]*)"|([^,"]+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

function testOf(key: string, values: readonly string[]): Test {
  const [value = ''] = values;
  switch (key) {
    case 'is':
      return (item) => values.some((word) => isA(item, word));
    case 'status':
      return ({ values: fields }) => values.includes(fields.get('Status')?.value.toLowerCase() ?? '');
    case 'no':
      return ({ values: fields }) => ![...fields.keys()].some((name) => name.toLowerCase() === value);
    case 'repo':
      return ({ content }) =>
        content.kind !== 'DraftIssue' && values.includes(fullName(content.repository).toLowerCase());
    case 'label':
      return ({ content }) =>
        content.kind !== 'DraftIssue' && content.labels.some(({ name }) => values.includes(name.toLowerCase()));
    case 'assignee':
      return ({ content }) =>
        content.kind !== 'DraftIssue' && content.assignees.some(({ login }) => values.includes(login.toLowerCase()));
    case 'updated':
      return ({ content, updatedAt }) =>
        isWithin(content.kind === 'DraftIssue' ? updatedAt : content.updatedAt, value.toUpperCase());
    default:
      return ({ content }) => content.title.toLowerCase().includes(value);
  }
}

function isA({ content }: ProjectItem, word: string): boolean {
  if (word === 'draft') return content.kind === 'DraftIssue';
  if (content.kind === 'DraftIssue') return false;
  if (word === 'issue') return content.kind === 'Issue';
  if (word === 'pr') return content.kind === 'PullRequest';
  return content.state === word;
}

function isWithin(at: string, bound: string): boolean {
  const [, sign = '', date = ''] = /^(>=|<=|>|<)?(.+)$/.exec(bound) ?? [];
  const difference = Date.parse(at) - Date.parse(date);
  if (sign.startsWith('>')) return sign === '>' ? difference > 0 : difference >= 0;
  if (sign.startsWith('<')) return sign === '<' ? difference < 0 : difference <= 0;
  return at.startsWith(date);
}
