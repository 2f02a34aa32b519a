import fc from 'fast-check';

// The nasty pieces of both gates; any sequence of them must be survived.
const PIECES = [
  ...['<!--', '-->', '--!>', '<!-', '<', '>', '<b title="', '">', "'", '<b>', '</b>', '<x-y>', '<script>', '</script>'],
  ...['<template>', '</template>', '<title>', '<details>', '<?', '<![CDATA[', ']]>', '<img alt="a" src=b>', '<p a=b'],
  ...['`', '``', '```', '```js x\n', '~~~\n', '\n', '\n\n', '    ', '> ', '- ', '1. ', '# ', '|', '\n|--|--|\n', '\t'],
  ...['[a]', '[a]: b "c"\n', '(b)', '(b "c")', '![', '[', '](', ')', '[^1]', '[^1]: ', '<https://e.example>', '\\'],
  ...[
    '&#8203;',
    '&lt;',
    '&#60;',
    '&amp;',
    '&shy;',
    '&#64;',
    '&commat;',
    '&sol;',
    '\u200B',
    '\u{E0041}',
    '\uFE0F',
    '\r\n',
  ],
  ...['@user', '@o/team', 'a@b.example', 'Fixes #1', 'closes ', '#2', 'o/r#3', ' /crew fix', '\n/crew fix', '/lgtm\n'],
  ...[
    'https://evil.example/x',
    'www.evil.example',
    'https://github.com/o/r/issues/4',
    '*',
    '_',
    '**',
    'seen',
    ' ',
    '日本',
  ],
  ...[
    'hunter2hunter2',
    'hunter2',
    '-',
    '[redacted: secret]',
    'ghp_0123456789abcdefghijklmnopqrstuvwxyz',
    '%68',
    '\\u0068',
  ],
];

/** Texts made of the pieces above. */
export const nastyText = fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((pieces) => pieces.join(''));
