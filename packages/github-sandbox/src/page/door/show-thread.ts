import type { Thread } from '../../github/state.js';
import { timelineOf } from '../../github/timeline/timeline-of.js';
import type { Scene } from '../scene.js';
import type { Draft } from '../views/comment-box.js';
import type { View } from '../views/frame.js';
import { issuePage } from '../views/issue.js';
import { type PullTab, pullPage } from '../views/pull.js';

type Given = { readonly thread: Thread; readonly tab?: PullTab; readonly draft?: Draft };

/** The page of an issue or a pull request, with everything that has to be read for it. */
export async function showThread(scene: Scene, { thread, tab = 'talk', draft }: Given): Promise<View> {
  const items = await timelineOf(thread);
  if (thread.kind === 'Issue') return issuePage(scene, { issue: thread, items, draft });
  const contents = await scene.pulls.read(thread);
  return pullPage(scene, { pull: thread, items, contents, tab, draft });
}
