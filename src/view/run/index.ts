// The views of a run. `shownOf` reads its journal once; each of the others is a pure function of the result, in two languages:
//
//   runText     a terminal, afterwards          runComment   the comment of the run
//   runPage     one offline page                watcher      a terminal, while it works; from progress events, not from the journal
export { runComment } from './markdown/comment.js';
export { runPage, runPolicy } from './page/page.js';
export { type Shown, shownOf } from './shown.js';
export { runText } from './terminal/text.js';
export { watcher } from './terminal/watch.js';
