/** Our PostgreSQL cannot run here. The message is Chinese and complete: print it alone, without a stack. */
export class OwnPostgresError extends Error {
  override name = 'OwnPostgresError';
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException | undefined)?.code;

/** Run file operations on a directory and explain in Chinese why they failed, if they do. */
export const explainFileErrors = async <T>(directory: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    switch (codeOf(error)) {
      case 'EACCES':
      case 'EPERM':
      case 'EROFS':
        throw new OwnPostgresError(
          `数据目录不可写：${directory}。请检查目录的所有者和权限，或用 DATA_DIR 指定另一个目录。`,
          { cause: error },
        );
      case 'ENOSPC':
      case 'EDQUOT':
        throw new OwnPostgresError(`磁盘空间不足，无法写入数据目录：${directory}。请清理磁盘后重试。`, {
          cause: error,
        });
      case 'ENOTDIR':
      case 'EEXIST':
        throw new OwnPostgresError(
          `数据目录的路径上有同名文件：${directory}。请用 DATA_DIR 指定另一个目录。`,
          {
            cause: error,
          },
        );
      default:
        throw error;
    }
  }
};
