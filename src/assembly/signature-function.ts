import { ConfigError, type Config } from '../config/config.js';
import { templateSignature, type ComputeSignature } from '../service/transport/signature.js';
import { loadSignerModule } from '../service/transport/signer-module.js';

/** Computes signatures by the operator's module, or by the template. @throws ConfigError as `loadSigner` does */
export async function loadSignatureFunction({
  signerModule,
  template,
  algorithm,
}: Config['service']['signature']): Promise<ComputeSignature> {
  return signerModule ? loadSigner(signerModule) : templateSignature(template, algorithm);
}

/** Loads the operator's module. @throws ConfigError where it is missing, does not load in time, or exports no function */
export async function loadSigner(path: string): Promise<ComputeSignature> {
  try {
    return await loadSignerModule(path);
  } catch {
    throw new ConfigError([{ setting: 'EVENT_SERVICE_SIGNER_MODULE', expected: expectedSignerModule }]);
  }
}

export const expectedSignerModule = 'expected the path of a module that loads within 10 seconds, and whose default export is a function';
