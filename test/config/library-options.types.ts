/* What the compiler compares: each row of the group `service` has a type among the options of the libraries, and each type a row. */

import type { ServiceTuning } from '../../src/config/library-options.js';
import type { rows } from '../../src/config/settings.js';

type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false;

export const haveSameNames: Same<keyof ServiceTuning, keyof typeof rows.service> = true;
