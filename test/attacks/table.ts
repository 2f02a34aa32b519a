// Every way in that is known, by number: what comes in, what must happen, and which tests show it. A sentence is the title of a test as
// it stands in its file; that it still stands there, and that no row is without one, is tested beside this.

export interface Row {
  readonly comesIn: string;
  readonly mustHappen: string;
  /** The file below `test/`, and sentences of it. */
  readonly shownBy: readonly (readonly [file: string, ...sentences: [string, ...string[]]])[];
  /** What of it is not in this version yet, and so is shown by nothing. */
  readonly later?: string;
}

const WEBHOOK = 'attacks/webhook.test.ts';

export const ROWS: Readonly<Record<string, Row>> = {
  A01: {
    comesIn: 'a delivery without a signature',
    mustHappen: 'refused, nothing kept',
    shownBy: [[WEBHOOK, 'without a signature, or with one of sha1 alone, is refused, and nothing comes of it']],
  },
  A02: {
    comesIn: 'a delivery that is signed by sha1 alone',
    mustHappen: 'refused',
    shownBy: [[WEBHOOK, 'without a signature, or with one of sha1 alone, is refused, and nothing comes of it']],
  },
  A03: {
    comesIn: 'GitHub’s own example of a signature, then one byte flipped; signatures that are none',
    mustHappen: 'taken; refused, without a fault',
    shownBy: [
      [WEBHOOK, 'is known by GitHub’s own example; one byte more or less, or a signature that is none, is refused'],
    ],
  },
  A04: {
    comesIn: 'an App without a webhook secret',
    mustHappen: 'it does not start',
    shownBy: [['doors/app.test.ts', 'the App refuses to start, and says why']],
  },
  A05: {
    comesIn: 'the same delivery a hundred times',
    mustHappen: 'one command',
    shownBy: [
      [WEBHOOK, 'that comes a hundred times, under its own number or under new ones, is one command'],
      ['app/inbox.test.ts', 'takes a delivery that comes twice once'],
      ['sandbox/actions/app-fix.test.ts', 'ends in one pull request, however often the webhook is delivered'],
    ],
  },
  A06: {
    comesIn: 'the same signed body under a new number, which no signature covers',
    mustHappen: 'still one command',
    shownBy: [
      [WEBHOOK, 'that comes a hundred times, under its own number or under new ones, is one command'],
      ['services/event.test.ts', 'that is the same however often it is delivered'],
    ],
  },
  A07: {
    comesIn: 'a body of 30 MB, one that drips, one that is nested a hundred thousand deep',
    mustHappen: 'refused in seconds, others unaffected',
    shownBy: [
      [
        WEBHOOK,
        'is refused: thirty megabytes, and a hundred thousand brackets; meanwhile others are heard',
        'is not waited for: who sends a byte now and then is hung up on, and keeps nobody waiting',
      ],
    ],
  },
  A08: {
    comesIn: 'a comment that is edited into a command',
    mustHappen: 'no run: only what is new counts',
    shownBy: [['attacks/comment.test.ts', 'by an edit of a comment starts nothing, whoever edits it into what']],
  },
  A09: {
    comesIn: 'a command of somebody who may not write, whose comment says they are an owner',
    mustHappen: 'no run, no word; GitHub is asked what they may',
    shownBy: [
      [
        'attacks/comment.test.ts',
        'of somebody who may not write starts nothing and gets no word, whatever the comment says of them',
      ],
      ['commands/commands.test.ts', '$who with permission $permission, for what $access may: $permitted'],
    ],
  },
  A10: {
    comesIn: 'a command of a writer who is none any more when the job begins, or when it is handed in',
    mustHappen: 'nothing is begun; nothing is handed in',
    shownBy: [
      ['attacks/comment.test.ts', 'of a writer who is none any more when the gate asks starts nothing'],
      ['workflows/fix/gate.test.ts', 'does no work for somebody who may not push any more by the time it begins'],
      ['workflows/fix/rounds.test.ts', 'pushes nothing for somebody who lost write access while the run worked'],
    ],
  },
  A11: {
    comesIn: 'a command of another App’s bot, of a deleted account, of crew itself',
    mustHappen: 'no run; bots only by their number in the configuration',
    shownBy: [
      ['attacks/comment.test.ts', 'of a bot that nobody listed, of nobody, or of crew itself starts nothing'],
      ['commands/commands.test.ts', '%s may not even when listed'],
      ['sandbox/actions/crew.test.ts', 'does not answer its own answer'],
    ],
  },
  A12: {
    comesIn: 'a command in a quote, in code, in a hidden comment, in the middle of a sentence',
    mustHappen: 'no run',
    shownBy: [
      ['attacks/comment.test.ts', 'that is only talked about starts nothing'],
      ['commands/ignored.property.test.ts', 'no command is found in code, in a quote or in an HTML comment'],
    ],
  },
  A13: {
    comesIn: 'a command with a shell line behind it',
    mustHappen: 'data: it reaches no shell, no name of a branch, no expression of a workflow',
    shownBy: [
      [
        'attacks/comment.test.ts',
        'with a shell behind it is words: a run is named by its issue and by letters of its own',
      ],
      [
        'attacks/branch.test.ts',
        'is named by the number of its issue alone, whatever the issue is called and the command says',
      ],
      ['commands/parse.test.ts', 'stand for themselves: any words of a shell are text'],
    ],
  },
  A14: {
    comesIn: 'a title that is a shell line',
    mustHappen: 'the branch is named by the issue’s number, the title goes as data',
    shownBy: [
      [
        'attacks/branch.test.ts',
        'is named by the number of its issue alone, whatever the issue is called and the command says',
      ],
      ['scripts/workflow-rules.test.ts', 'finds %s in a script'],
    ],
  },
  A15: {
    comesIn: 'words of a comment pasted into a script of a shipped workflow; or another slip in one',
    mustHappen: 'the check of this repository is red',
    shownBy: [
      ['attacks/table.test.ts', 'is found when it is put into any of them: %s'],
      ['scripts/workflow-rules.test.ts', 'no rule is dead: the worst workflow breaks each of them'],
    ],
  },
  A16: {
    comesIn: 'a dispatch with made up words: a run, an actor, a prompt',
    mustHappen: 'only what crew itself left under that name counts, and once; all else has no effect',
    shownBy: [
      [
        'runs/gate.test.ts',
        'starts nothing for a run that is not recorded, or whose name could not be one',
        'is claimed by one Actions run; a second one, or the same one again, starts no other',
      ],
      [
        'attacks/table.test.ts',
        'listens to no repository_dispatch, and runs nothing of a stranger’s with a right or a secret',
      ],
    ],
  },
  A17: {
    comesIn: 'a dispatch on a branch whose workflow file was changed',
    mustHappen: 'refused but on the default branch',
    shownBy: [['attacks/comment.test.ts', 'of a dispatch counts on the default branch alone']],
  },
  A18: {
    comesIn: 'the same dispatch run again, three times',
    mustHappen: 'later copies end before any model is asked',
    shownBy: [
      ['runs/gate.test.ts', 'is claimed by one Actions run; a second one, or the same one again, starts no other'],
      ['workflows/fix/rounds.test.ts', 'of another Actions run does not get the run'],
    ],
  },
  A19: {
    comesIn: 'a fix asked for on a fork’s pull request whose build files are hostile',
    mustHappen:
      'its head runs within walls only, reaches what the default branch names, and meets no secret and no right',
    shownBy: [
      [
        'cli/outsiders.test.ts',
        'refuses by name where no walls stand, although the configuration would do without',
        'reaches the registries of the default branch as it is now: not the fork’s, nor those of an old commit',
        'sets a tree up within the walls, since what is installed there is the fork’s',
        'has the same walls and the same registries, for head and for base',
      ],
      [
        'sandbox/actions/fix-others.test.ts',
        'gives a patch where it comes from a fork, whose set-up finds nothing to take',
      ],
      [
        'attacks/table.test.ts',
        'listens to no repository_dispatch, and runs nothing of a stranger’s with a right or a secret',
      ],
    ],
  },
  A20: {
    comesIn: 'an order in a hidden comment of an issue',
    mustHappen: 'not a byte of it reaches a prompt',
    shownBy: [['text/sanitize.test.ts', 'leaves nothing of the hidden words of one line that uses every hiding place']],
  },
  A21: {
    comesIn: 'hidden comments that are encoded, nested, ended oddly, never ended',
    mustHappen: 'removed or escaped; the second time changes nothing',
    shownBy: [
      [
        'text/sanitize.test.ts',
        'changes nothing the second time',
        'leaves no live comment, no attribute and no invisible character',
      ],
    ],
  },
  A22: {
    comesIn: 'letters that nobody sees',
    mustHappen: 'removed, and counted',
    shownBy: [
      ['text/sanitize.test.ts', 'leaves no live comment, no attribute and no invisible character'],
      ['text/sanitize.test.ts', 'counts what it left out, by kind'],
    ],
  },
  A23: {
    comesIn: 'orders in attributes, titles, definitions, and in letters of no size',
    mustHappen: 'removed',
    shownBy: [
      ['text/sanitize.test.ts', 'leaves nothing of the hidden words of one line that uses every hiding place'],
      ['text/sanitize.test.ts', 'drops all that is hidden and keeps all that is seen, however they are combined'],
    ],
  },
  A24: {
    comesIn: 'an issue or a comment that is edited after the trigger',
    mustHappen: 'what counts is what stood there then',
    shownBy: [
      ['workflows/fix/conversation.test.ts', 'is as they saw it, with what was said until then and their own words'],
      ['services/event.test.ts', 'with the issue as it was seen then, where that is told'],
      ['attacks/comment.test.ts', 'that the App has heard keeps what the issue said then'],
    ],
  },
  A25: {
    comesIn: 'a stranger’s comment that speaks as a maintainer',
    mustHappen: 'it is no part of the task',
    shownBy: [
      [
        'workflows/fix/conversation.test.ts',
        'belongs to the task where whoever said it may push, in the order in which it was said',
      ],
      [
        'workflows/review/findings.test.ts',
        'is what people say who may push: a stranger’s word keeps no finding away, and reaches no model',
      ],
    ],
  },
  A26: {
    comesIn: 'instructions and settings that a pull request changes',
    mustHappen: 'those of the default branch count',
    shownBy: [
      [
        'workflows/check/phases.test.ts',
        'takes the pipeline from the default branch: a change does not choose its own judge',
      ],
      [
        'cli/outsiders.test.ts',
        'reaches the registries of the default branch as it is now: not the fork’s, nor those of an old commit',
      ],
    ],
  },
  A27: {
    comesIn: 'an order in the output of a test',
    mustHappen: 'data: nothing changes by it',
    shownBy: [
      [
        'sandbox/actions/check.test.ts',
        'is data: no command of the runner is obeyed, no output set, no mark left on the job',
      ],
      [
        'sandbox/actions/fix-rounds.test.ts',
        'goes back with what was found there, as data, and with what is left of the budget',
      ],
    ],
  },
  A28: {
    comesIn: 'a secret in an outgoing text, in any encoding',
    mustHappen: 'replaced by its kind',
    shownBy: [
      ['text/redact-secrets.test.ts', '%s never leaves'],
      ['text/redact-secrets.test.ts', 'knows a %s by its looks: %j'],
    ],
  },
  A29: {
    comesIn: 'an image or a link that carries data away',
    mustHappen: 'neutralised',
    shownBy: [
      ['text/redact.test.ts', 'leaves nothing live'],
      ['text/redact.test.ts', 'lets a configured host through, and then no other'],
    ],
  },
  A30: {
    comesIn: 'mentions, closing words, commands and tags in an outgoing text, and too much of it',
    mustHappen: 'neutralised, cut',
    shownBy: [
      ['text/redact.test.ts', 'finds, by reading its own output again, nothing live', 'cuts %s and says so'],
      ['sandbox/actions/fix-others.test.ts', 'finds no secret, reaches nothing, and hands in nothing but the mend'],
    ],
  },
  A31: {
    comesIn: 'a change with workflows, git’s own files, ways out, links, submodules, modes, 20 MB, 500 files',
    mustHappen: 'refused whole: no branch, no pull request',
    shownBy: [
      [
        'workflows/fix/publish-checks.test.ts',
        'may not change %s',
        'may not hold links and submodules, in whatever place',
        'is taken for what its bytes say, not for what it says of itself',
        'has an end',
      ],
    ],
  },
  A32: {
    comesIn: 'an artifact that speaks of another run, orders deeds, holds unknown keys, or ends in the middle',
    mustHappen: 'nothing of it is taken',
    shownBy: [
      [
        'attacks/artifact.test.ts',
        'is not used when it is %s',
        'is not read through a link, nor from a folder behind one',
        'in a fork, under whatever name, opens nothing; one of this repository opens what it had claimed',
      ],
      ['runs/record.test.ts', 'is unreadable with %s', 'does not carry what a work job may not decide'],
      ['workflows/check/phases.test.ts', 'believes nothing that is not what the job said it left'],
    ],
  },
  A33: {
    comesIn: 'a model that looks for secrets and ways out',
    mustHappen: 'it finds none, and reaches nothing',
    shownBy: [
      [
        'sandbox/actions/canary.test.ts',
        'a write token beside the model and beside the tests is neither found nor used, and only gate and publish write',
      ],
      ['sandbox/actions/fix-others.test.ts', 'finds no secret, reaches nothing, and hands in nothing but the mend'],
      ['redteam/redteam.test.ts', 'would see it: without walls, harmless ones of its attacks get through'],
      ['adapters/proxy/model-key.test.ts', 'stands in no argument and no environment of any process'],
    ],
  },
  A34: {
    comesIn: 'a model that fills caches, sets what later steps run, plants files in a home',
    mustHappen: 'the next jobs read nothing but what is checked',
    shownBy: [
      ['sandbox/actions/fix-others.test.ts', 'finds no secret, reaches nothing, and hands in nothing but the mend'],
      ['scripts/workflow-ways.test.ts', 'cache-poisoning', 'github-env'],
      ['attacks/table.test.ts', 'caches nothing, and shares no file between jobs but artifacts'],
    ],
  },
  A35: {
    comesIn: 'an approval by somebody who may not, by crew, for another run, twice, for other words',
    mustHappen: 'none: a writer’s, once, for exactly what was asked',
    shownBy: [
      [
        'runs/decide.test.ts',
        'answers, is bound to the question, and the run goes on',
        'answers a question that was answered',
        'is known when it was delivered before',
        'names a run that there is not',
      ],
      ['commands/commands.test.ts', '$who with permission $permission, for what $access may: $permitted'],
      ['workflows/fix/claims.test.ts', 'offers an approval only where it changes anything'],
    ],
  },
  A36: {
    comesIn: 'a cancel by somebody who may not; one that comes during publish',
    mustHappen: 'ignored; too late, which is said',
    shownBy: [
      [
        'attacks/comment.test.ts',
        'of somebody who may not write starts nothing and gets no word, whatever the comment says of them',
      ],
      ['runs/decide.test.ts', 'is too late to cancel what is published', 'cancels the further rounds of what was done'],
      [
        'runs/gate.test.ts',
        'that cancels work (%s) is recorded; once publish has started it is too late, and the requester is told',
      ],
    ],
  },
  A37: {
    comesIn: 'five hundred commands in a minute; two bots that answer each other',
    mustHappen: 'one run, three that wait, one comment for all who join; bots are not heard',
    shownBy: [
      [
        'runs/gate.test.ts',
        'with the same text joins the run that works; another text waits; the fourth that waits is refused',
      ],
      ['workflows/review/story.test.ts', 'many who ask at once get one run, and one comment for all who joined it'],
      ['attacks/comment.test.ts', 'of a bot that nobody listed, of nobody, or of crew itself starts nothing'],
    ],
  },
  A38: {
    comesIn: 'an issue that asks for what stands in another private repository',
    mustHappen: 'the token is for one repository, with no more than it needs',
    shownBy: [
      ['doors/app-board.test.ts', 'reads both, and writes in each with a token for that one alone'],
      ['docs/readme.test.ts', 'asks for exactly the permissions that tokens are minted with'],
      ['scripts/workflow-ways.test.ts', 'finds a token that may all, is for all, or lasts'],
    ],
  },
  A39: {
    comesIn: 'a label of crew’s set by hand, a copied marker, another App’s check of the same name',
    mustHappen: 'none of them counts',
    shownBy: [
      ['changes/apply.test.ts', 'is told by who wrote it: a stranger who copies a marker has written nothing of ours'],
      ['workflows/check/check.test.ts', 'of another App is none of ours, whatever it is called'],
      ['commands/commands.test.ts', 'by a label, goes by the prefix of the configuration'],
    ],
  },
  A40: {
    comesIn:
      'an action by its tag, a bundle that is another one than its source, a package that runs at its installation',
    mustHappen: 'the check of this repository is red',
    shownBy: [
      ['scripts/workflow-rules.test.ts', 'pinned-uses'],
      [
        'attacks/table.test.ts',
        'is built by itself: the check holds the bundle against its source',
        'is given nothing that runs when it is installed',
      ],
    ],
    later: 'the provenance of a release: there is none yet, and so no workflow that makes one',
  },
};
