// Commands that create files or folders in the project and cannot remove or overwrite anything.
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
