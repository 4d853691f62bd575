import { access } from './access';
import { crash } from './crash';
import { crowd } from './crowd';
import { diskFull } from './disk-full';
import { failover } from './failover';
import { hostile } from './hostile';
import { outage } from './outage';
import { overload } from './overload';
import { powerLoss } from './power-loss';
import { shutdown } from './shutdown';
import type { Trial } from './trial';
import { twoProcesses } from './two-processes';

/** All trials by their command-line names. */
export const TRIALS: Readonly<Record<string, Trial>> = {
  access,
  crash,
  crowd,
  'disk-full': diskFull,
  failover,
  hostile,
  outage,
  overload,
  'power-loss': powerLoss,
  shutdown,
  'two-processes': twoProcesses,
};
