import { noteSpan } from '../../cache';
import { type Clock, toInstant, toWall } from '../../calendar';

type TimeUnit = 'second' | 'minute' | 'day';

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

const MILLISECONDS = { second: 1000, minute: 60_000, day: 86_400_000 } as const;

/** Makes a recorded clock. `timezone` is an IANA name. */
export const recordedClock = ({ now }: Clock, timezone: string): RecordedClock => {
  let day = { from: 0, until: 0 };
  const dayAt = (time: number) => {
    if (day.from <= time && time < day.until) return day;
    const date = toWall(new Date(time), timezone).slice(0, 10);
    const next = new Date(Date.parse(date) + MILLISECONDS.day).toISOString().slice(0, 10);
    const beginOf = (one: string) => toInstant(`${one} 00:00:00`, timezone).getTime();
    day = { from: beginOf(date), until: beginOf(next) };
    return day;
  };
  const spanAt = (unit: TimeUnit) => {
    const time = now().getTime();
    if (unit === 'day') return dayAt(time);
    const from = Math.floor(time / MILLISECONDS[unit]) * MILLISECONDS[unit];
    return { from, until: from + MILLISECONDS[unit] };
  };
  const holds = (unit: TimeUnit): void => noteSpan(spanAt(unit));
  return {
    now() {
      holds('second');
      return now();
    },
    minute() {
      const span = spanAt('minute');
      noteSpan(span);
      return new Date(span.from);
    },
    peek: () => now(),
    holds,
  };
};
