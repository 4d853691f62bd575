import fc from 'fast-check';

/** Texts in several scripts, composed and decomposed, with special characters. */
export const words = fc.constantFrom(
  ...['Jazz', 'Fête d’été', 'Fe\u0302te', 'ÉCOLE', 'Straße', 'Київ', 'القاهرة', '東京', 'हिन्दी', 'Ελλάδα', 'İstanbul', '🎷', 'a & b'],
  ...['"quoted"', '5 < 6', 'back\\slash', '-- …', '50 %', '$gt', '__proto__', "L'heure"],
);

export const text = fc.array(words, { minLength: 1, maxLength: 3 }).map((list) => list.join(' '));

const two = (number: number) => String(number).padStart(2, '0');

/** A local time between 2029 and 2031. */
export const wall = fc
  .tuple(fc.integer({ min: 2029, max: 2031 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }), fc.nat(23), fc.nat(59))
  .map(([year, month, day, hour, minute]) => `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:00`);

export const zone = fc.constantFrom(
  ...['UTC', 'Europe/Paris', 'America/Toronto', 'Asia/Kolkata', 'Pacific/Apia', 'Australia/Lord_Howe', 'UTC+5.5', 'UTC-3', '+02:00'],
);

export const cost = fc.oneof(
  fc.constantFrom('0', 0, 10, '10', '$5', '5 €', '10-20', ['5', '7.5'], 'Donation', '1.000,50', '', 'Free – $10', '£5-£10'),
  fc.integer({ min: 0, max: 2000 }).map(String),
);

const website = fc.constantFrom('https://example.org/', 'https://example.org/?a=1&b=2', 'http://example.org/a%20b#c', '');

/** Optional fields of an event, without links. */
export const eventFields = {
  description: fc.oneof(text, fc.constantFrom('<b>Bold</b>\n\nTwo', '<p>One</p>', 'One\nTwo', '[shortcode]')),
  excerpt: text,
  timezone: zone,
  all_day: fc.boolean(),
  cost,
  website,
  show_map: fc.boolean(),
  show_map_link: fc.boolean(),
  hide_from_listings: fc.boolean(),
  sticky: fc.boolean(),
  featured: fc.boolean(),
  status: fc.constantFrom('publish', 'draft', 'pending', 'private'),
  date: wall,
  image: fc.constantFrom('https://example.org/a.jpg', 'https://example.org/b.png?size=1'),
  slug: fc.oneof(words, fc.constantFrom('a/b', 'UPPER', 'x'.repeat(210))),
};

export const dates = fc.tuple(wall, wall).map((pair) => {
  const [start_date, end_date] = pair.toSorted();
  return { start_date, end_date };
});

export const newEvent = fc
  .tuple(text, dates, fc.record(eventFields, { requiredKeys: [] }))
  .map(([title, when, more]) => ({ title, ...when, ...more }));
