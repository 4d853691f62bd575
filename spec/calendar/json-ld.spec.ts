import { expect } from 'chai';
import { eventJsonLd, organizerJsonLd, venueJsonLd } from '../../lib/calendar/json-ld';

const bare = {
  title: 'Concert',
  url: 'https://e.org/en/event/concert/',
  start_date: '2030-07-02 09:00:00',
  end_date: '2030-07-02 11:00:00',
  utc_start_date: '2030-07-02 07:00:00',
  utc_end_date: '2030-07-02 09:00:00',
};
const hall = {
  venue: 'Hall',
  address: '1 Way',
  city: 'Oslo',
  stateprovince: 'SP',
  zip: '0150',
  country: 'Norway',
  phone: '1',
  website: 'https://g.example',
};
const ann = { organizer: 'Ann', email: 'o@x.org', website: 'https://o.example', description: '<p>Sings &amp; plays</p>' };

describe('eventJsonLd, venueJsonLd and organizerJsonLd', () => {
  it('of an event omits unknown members, and has dates with offsets', () => {
    expect(eventJsonLd({ ...bare, description: '', image: false, venues: [], organizers: [] })).to.deep.equal({
      '@context': 'https://schema.org',
      '@type': 'Event',
      name: 'Concert',
      url: 'https://e.org/en/event/concert/',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      eventStatus: 'https://schema.org/EventScheduled',
      startDate: '2030-07-02T09:00:00+02:00',
      endDate: '2030-07-02T11:00:00+02:00',
    });
  });

  it('of an event has its text, image, place, organizer and price', () => {
    const event = {
      ...bare,
      excerpt: '<p>Short &#8211; text</p>',
      image: { url: 'https://e.org/i.png' },
      date_utc: '2026-11-21 07:00:00',
      price: { low: '5', high: '5', currency: 'USD' },
      venues: [hall],
      organizers: [ann],
    };
    expect(eventJsonLd(event)).to.deep.include({
      description: 'Short – text',
      image: 'https://e.org/i.png',
      location: venueJsonLd(hall),
      organizer: organizerJsonLd(ann),
      offers: {
        '@type': 'Offer',
        price: '5',
        priceCurrency: 'USD',
        url: bare.url,
        category: 'primary',
        availability: 'https://schema.org/InStock',
        validFrom: '2026-11-21T07:00:00+00:00',
      },
    });
  });

  it('of an event that takes whole days has dates without times', () => {
    const days = { start_date: '2030-07-02 00:00:00', end_date: '2030-07-04 23:59:59', utc_start_date: '2030-07-01 22:00:00' };
    const event = { ...bare, ...days, utc_end_date: '2030-07-04 21:59:59' };
    expect(eventJsonLd({ ...event, all_day: true })).to.include({ startDate: '2030-07-02', endDate: '2030-07-04' });
    expect(eventJsonLd({ ...event, all_day: null })).to.include({ startDate: '2030-07-02T00:00:00+02:00' });
  });

  it('of an event that moved online has online attendance', () => {
    const modeOf = (attendance: string | undefined, event_status?: string): string =>
      eventJsonLd({ ...bare, attendance, event_status }).eventAttendanceMode.replace(/^.*\/|EventAttendanceMode$/g, '');
    expect([modeOf(undefined), modeOf('online'), modeOf('mixed')]).to.deep.equal(['Offline', 'Online', 'Mixed']);
    const moved = [undefined, 'offline', 'online', 'mixed'].map((one) => modeOf(one, 'moved_online'));
    expect(moved).to.deep.equal(['Online', 'Online', 'Online', 'Mixed']);
    expect(modeOf('offline', 'cancelled')).to.equal('Offline');
  });

  it('of a range of prices names the lowest and the highest, and offers nothing without a price', () => {
    const described = eventJsonLd({ ...bare, price: { low: '1', high: '5', currency: 'EUR' } });
    expect(described.offers).to.include({ '@type': 'AggregateOffer', lowPrice: '1', highPrice: '5', priceCurrency: 'EUR' });
    expect(eventJsonLd(bare)).to.not.have.property('offers');
  });

  it('of several venues and organizers lists them', () => {
    const described = eventJsonLd({ ...bare, venues: [hall, { venue: 'Second' }], organizers: [ann, { organizer: 'Bob' }] });
    expect(described).to.deep.include({ location: [venueJsonLd(hall), { '@type': 'Place', name: 'Second' }] });
    expect(described).to.deep.include({ organizer: [organizerJsonLd(ann), { '@type': 'Organization', name: 'Bob' }] });
  });

  it('of a venue has its address and coordinates', () => {
    expect(venueJsonLd({ ...hall, geo_lat: 0, geo_lng: 10.75 })).to.deep.equal({
      '@type': 'Place',
      name: 'Hall',
      address: {
        '@type': 'PostalAddress',
        streetAddress: '1 Way',
        addressLocality: 'Oslo',
        addressRegion: 'SP',
        postalCode: '0150',
        addressCountry: 'Norway',
      },
      geo: { '@type': 'GeoCoordinates', latitude: 0, longitude: 10.75 },
      telephone: '1',
      sameAs: 'https://g.example',
    });
  });

  it('of an organizer has its texts, website and email', () => {
    expect(organizerJsonLd(ann)).to.deep.equal({
      '@type': 'Organization',
      name: 'Ann',
      description: 'Sings & plays',
      url: 'https://o.example',
      email: 'o@x.org',
      sameAs: 'https://o.example',
    });
  });
});
