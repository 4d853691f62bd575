import { READABLE } from '../../lib/registry/registry';
import { type CalendarRegistry, NAMESPACE, type Services } from '../../routes/services';

const MILLISECONDS = { days: 86_400_000, weeks: 604_800_000 } as const;

const year = {
  type: 'integer',
  required: true,
  minimum: 1970,
  description: { en: 'The year to wait for', fr: 'L’année à attendre' },
} as const;

/** Tells how long it is until a year begins, in UTC. */
export function plugin(registry: CalendarRegistry, { clock }: Pick<Services, 'clock'>): void {
  registry.registerRoute(NAMESPACE, '/countdown/{year}', {
    methods: READABLE,
    permission: 'public',
    args: {
      year,
      unit: {
        type: 'string',
        enum: ['days', 'weeks'],
        default: 'days',
        description: { en: 'The unit to count in', fr: 'L’unité de compte' },
      },
    },
    handle({ path, params }) {
      const left = Date.UTC(path.year, 0) - clock.now().getTime();
      return { year: path.year, [params.unit]: Math.max(0, Math.ceil(left / MILLISECONDS[params.unit])) };
    },
  });
}
