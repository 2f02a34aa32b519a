// What makes something new in the project, and cannot take anything away.
import { known, type Row } from './grammar.js';

const rows: Readonly<Record<string, Row>> = {
  mkdir: {
    does: 'makes folders',
    flags: '-pv --parents --verbose',
    operands: 'write*',
    danger: { '-m': 'sets rights', '--mode': 'sets rights' },
  },
  touch: {
    does: 'makes empty files',
    flags: '-acm -d=text -t=text -r=name --no-create --date=text --time=text --reference=name',
    operands: 'write*',
  },
};

export const making = Object.entries(rows).map(([name, row]) => known(name, row));
