import type { Workspace } from '../../ports/index.js';
import { nearest } from '../../text/nearest.js';
import type { Acted } from '../tool.js';
import { named } from './shown.js';

/** The answer where there is no such file: with what may have been meant. */
export async function missing(workspace: Workspace, path: string): Promise<Acted> {
  const name = path.split('/').at(-1) ?? path;
  const files = await workspace.files({});
  const same = files.filter((file) => file === name || file.endsWith(`/${name}`));
  const like = nearest(path, files.slice(0, 5_000));
  const meant = [...new Set([...same, ...(like === undefined ? [] : [like])])].slice(0, 5);
  const hint = meant.length === 0 ? '' : ` Did you mean ${meant.map(named).join(', ')}?`;
  return { text: `There is no file ${named(path)}.${hint}`, failed: true };
}
