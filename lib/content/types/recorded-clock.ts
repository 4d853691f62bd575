import { noteSpan } from '../../cache';
import { type Clock, toInstant, toWall } from '../../calendar';

/** A time unit in which an answer stays the same. */
export type TimeUnit = 'second' | 'minute' | 'day';

/** A clock that records how long answers made from it stay valid. */
export interface RecordedClock extends Clock {
  /** The current moment. Answers are valid for this second. */
  now(): Date;
  /** The beginning of the minute. Answers are valid for this minute. */
  minute(): Date;
  /** The current moment. Nothing is recorded: the caller calls `holds` if the answer depends on it. */
  peek(): Date;
  /** Records that answers are valid for this second, minute or day. Days are those of the site's zone. */
  holds(unit: TimeUnit): void;
}

const MILLISECONDS = { second: 1000, minute: 60_000 } as const;
const DAY_MILLISECONDS = 86_400_000;

/** Makes a recorded clock. `timezone` is an IANA name. */
export const recordedClock = ({ now }: Clock, timezone: string): RecordedClock => {
  let day = { from: 0, until: 0 };
  const dayAt = (time: number) => {
    if (day.from <= time && time < day.until) return day;
    const date = toWall(new Date(time), timezone).slice(0, 10);
    const [year = 0, month = 1, number = 1] = date.split('-').map(Number);
    const next = new Date(Date.UTC(year, month - 1, number) + DAY_MILLISECONDS).toISOString().slice(0, 10);
    const beginOf = (one: string) => toInstant(`${one} 00:00:00`, timezone).getTime();
    day = { from: beginOf(date), until: beginOf(next) };
    return day;
  };
  const spanAt = (unit: TimeUnit, time: number) => {
    if (unit === 'day') return dayAt(time);
    const from = Math.floor(time / MILLISECONDS[unit]) * MILLISECONDS[unit];
    return { from, until: from + MILLISECONDS[unit] };
  };
  const holds = (unit: TimeUnit): void => noteSpan(spanAt(unit, now().getTime()));
  return {
    now() {
      holds('second');
      return now();
    },
    minute() {
      const { from, until } = spanAt('minute', now().getTime());
      noteSpan({ from, until });
      return new Date(from);
    },
    peek: () => now(),
    holds,
  };
};
