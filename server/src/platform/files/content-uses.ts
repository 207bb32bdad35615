/**
 * Rows that need a content, as SQL for the sweep and for backups: `hash` (that the indexes have) and `name` of the content, `is_whole`
 * unless it may still be on its way to the store, and `owner`, in words for operators. A
 * blind copy goes by its bag number alone.
 */
export const fileUses = `
  select sha256 as hash, sha256 || '.' || format as name, whole as is_whole, '文件「' || name || '」' as owner from stored_file
  union all select m.sha256, m.sha256 || '.' || m.format, m.whole, '材料「' || m.name || '」（申报 ' || coalesce(p.no, '草稿 ' || p.id) || '）'
    from project_material m join project p on p.id = m.project_id
  union all select f.sha256, f.sha256 || '.' || f.format, f.whole, '推荐材料「' || f.name || '」（申报 ' || coalesce(p.no, '草稿 ' || p.id) || '）'
    from recommendation_file f join project p on p.id = f.project_id
  union all select b.result_sha256, b.result_sha256 || '.pdf', true, '盲审副本（袋号 ' || p.bag_no || '）'
    from blind_copy b join project_material m on m.id = b.material_id join project p on p.id = m.project_id
    where b.result_sha256 is not null
  union all select pending_sha256, pending_sha256 || '.pdf', false, '制作中的盲审副本' from blind_copy where pending_sha256 is not null
  union all select left(avatar_name, 64), avatar_name, true, '头像（账号 ' || username || '）' from sys_user where avatar_name is not null
  union all select sha256, sha256 || '.xlsx', whole, '导出「' || name || '」' from export_file
  union all select sha256, sha256 || '.zip', state <> 'receiving', '材料压缩包「' || name || '」' from material_archive
    where sha256 is not null`;

/** The same of release archives and uploaded backups; the latter do not come with a backup. */
export const archiveUses = `
  select sha256 as hash, sha256 || '.' || format as name, whole and kind = 'release' as is_whole, '发布包「' || name || '」' as owner from archive`;
