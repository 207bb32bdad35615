import { type Config, ConfigError } from '../src/config.ts';
import { diagnoseAll, hasFault, type Line, printed, settingLines } from '../src/operator/doctor.ts';
import { systemClock } from '../src/platform/clock.ts';
import { readSettings } from '../src/read-settings.ts';
import { openDatabaseOf, runTool } from './open-database.ts';

const diagnoseSettings = async (): Promise<Line[]> => {
  const warnings: string[] = [];
  let config: Config;
  try {
    config = readSettings((warning) => warnings.push(warning));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return settingLines(error);
  }
  // As the role that the product runs as, whose rights are looked at.
  const connect = () => openDatabaseOf(config, { url: config.DATABASE_URL });
  return diagnoseAll({ config, clock: systemClock, warnings }, connect);
};

/** npm run doctor: whether an installation is sound, a line for each part. 0: no line is 错误. */
await runTool(async () => {
  const lines = await diagnoseSettings();
  for (const line of lines) console.log(printed(line));
  return hasFault(lines) ? 1 : 0;
});
