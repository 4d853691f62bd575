import { access } from './access';
import { crash } from './crash';
import { crowd } from './crowd';
import { diskFull } from './disk-full';
import { failover } from './failover';
import { hostile } from './hostile';
import { overload } from './overload';
import { powerLoss } from './power-loss';
import type { Trial } from './trial';

/** Every trial, by its name on the command line. */
export const TRIALS: Readonly<Record<string, Trial>> = {
  access,
  crash,
  crowd,
  'disk-full': diskFull,
  failover,
  hostile,
  overload,
  'power-loss': powerLoss,
};
