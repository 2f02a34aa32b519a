import { isMapping, isSequence, isString } from '@actions/workflow-parser';
import type { TemplateToken } from '@actions/workflow-parser/templates/tokens/template-token';

/** Names the file, the job and the step around a line: a line number alone sends people searching. */
export function placeOf({
  path,
  root,
  line,
}: {
  path: string;
  root?: TemplateToken | undefined;
  line?: number | undefined;
}): string {
  const job = line === undefined ? undefined : around(childrenOf(find(root, 'jobs')), line);
  if (job === undefined || line === undefined) return path;
  const place = `${path}, job '${job.name}'`;
  const step = around(childrenOf(find(job.token, 'steps')), line);
  if (step === undefined) return place;
  const name = ['id', 'name', 'uses'].map((key) => find(step.token, key)).find((token) => token && isString(token));
  return `${place}, step ${step.name}${name === undefined ? '' : ` (${name.toString()})`}`;
}

interface Child {
  name: string;
  token: TemplateToken;
  line: number;
}

/** The last child that starts at or before the line is the one around it. */
function around(children: Child[], line: number): Child | undefined {
  return children.findLast((child) => child.line <= line);
}

function childrenOf(token: TemplateToken | undefined): Child[] {
  if (token === undefined) return [];
  if (isMapping(token))
    return [...token].map(({ key, value }) => ({ name: key.toString(), token: value, line: key.line ?? 0 }));
  if (!isSequence(token)) return [];
  return Array.from({ length: token.count }, (_, index) => {
    const item = token.get(index);
    return { name: String(index + 1), token: item, line: item.line ?? 0 };
  });
}

function find(token: TemplateToken | undefined, key: string): TemplateToken | undefined {
  return token !== undefined && isMapping(token) ? token.find(key) : undefined;
}
