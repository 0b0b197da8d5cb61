import { ConfigError, type Config } from '../config/config.js';
import { templateSignature, type ComputeSignature } from '../transport/signature.js';
import { loadSignerModule } from '../transport/signer-module.js';

/**
 * Computes signatures by the operator's module, or by the template.
 * @throws ConfigError where the module is missing or exports no function.
 */
export async function loadSignatureFunction({
  signerModule,
  template,
  algorithm,
}: Config['service']['signature']): Promise<ComputeSignature> {
  if (!signerModule) return templateSignature(template, algorithm);
  try {
    return await loadSignerModule(signerModule);
  } catch {
    const expected = 'expected the path of a module whose default export is a function';
    throw new ConfigError([{ setting: 'EVENT_SERVICE_SIGNER_MODULE', expected }]);
  }
}
