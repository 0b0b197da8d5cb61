/* The types of a module of undici, which has only those of the package. */

declare module 'undici/lib/dispatcher/pool.js' {
  import { Pool } from 'undici';
  export default Pool;
}
