import { daysBetween } from './between.js';

/** How far a date is from today, in words. */
export function relative(date, today) {
  const days = daysBetween(today, date);
  if (days === 0) return 'today';
  if (days === 1) return 'tomorrow';
  if (days === -1) return 'yesterday';
  return days > 0 ? `in ${span(days)}` : `${span(-days)} ago`;
}

function span(days) {
  if (days < 14) return `${days} days`;
  return `${Math.floor(days / 7)} weeks`;
}
