import { NO_PROVINCE } from '@zhiping/shared/constants.ts';

const asOptions = (values: string) => values.split(' ').map((value) => ({ value, label: value }));

/** In the order of GB/T 2260, as the register of schools names them. */
export const provinces = asOptions(
  '北京市 天津市 河北省 山西省 内蒙古自治区 辽宁省 吉林省 黑龙江省 上海市 江苏省 浙江省 安徽省 福建省 江西省 山东省 ' +
    '河南省 湖北省 湖南省 广东省 广西壮族自治区 海南省 重庆市 四川省 贵州省 云南省 西藏自治区 陕西省 甘肃省 青海省 ' +
    '宁夏回族自治区 新疆维吾尔自治区',
);

/** Filters for the list of schools. */
export const provinceFilters = [...provinces, ...asOptions(NO_PROVINCE)];

export const schoolLevels = asOptions('本科 专科');
