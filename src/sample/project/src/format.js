const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const two = (number) => String(number).padStart(2, '0');

const parts = {
  YYYY: (date) => String(date.getUTCFullYear()).padStart(4, '0'),
  MMMM: (date) => months[date.getUTCMonth()],
  MM: (date) => two(date.getUTCMonth() + 1),
  DD: (date) => two(date.getUTCDate()),
  D: (date) => String(date.getUTCDate()),
};

/** Writes a date. What the pattern does not know stays as it is. */
export function format(date, pattern = 'YYYY-MM-DD') {
  return pattern.replace(/YYYY|MMMM|MM|DD|D/g, (part) => parts[part](date));
}
