import { describeDeclared, describePostLike } from './post-like';

describePostLike({
  kind: 'event',
  plural: 'events',
  name: 'title',
  segment: 'event',
  required: { start_date: '2030-05-06 10:00:00', end_date: '2030-05-06 12:00:00' },
  field: 'description',
  values: ['<p>Bring a chair.</p>', '<p>Chairs are provided.</p>'],
  sluggable: true,
});

describePostLike({
  kind: 'venue',
  plural: 'venues',
  name: 'venue',
  segment: 'venue',
  required: {},
  field: 'city',
  values: ['Lyon', 'Nantes'],
  sluggable: false,
});

// Organizers have the same declaration as venues, without a slug.
describeDeclared({
  kind: 'organizer',
  plural: 'organizers',
  name: 'organizer',
  segment: 'organizer',
  required: {},
  field: 'email',
  values: ['ann@example.org', 'bob@example.org'],
  sluggable: false,
});
