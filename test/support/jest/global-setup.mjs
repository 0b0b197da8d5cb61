import { bundlePackages } from './bundled-packages.mjs';
import { createTemporaryFolder } from './temporary-folder.mjs';

/** What jest does before it starts the workers. */
export default async function globalSetup() {
  createTemporaryFolder();
  await bundlePackages();
}
