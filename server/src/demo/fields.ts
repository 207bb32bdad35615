/** Fields of work, each with what belongs together in one person's record. */
export type Field = {
  departments: readonly string[];
  /** Series of the titles that people of this field hold; the first is the usual one. */
  series: readonly string[];
  /** Level of the institutions that have the field. */
  schoolLevel: '本科' | '专科';
  /** Code of the subject within its catalogue → what people write about it. */
  subjects: Readonly<Record<`${'graduate' | 'undergraduate' | 'vocational'}/${string}`, readonly string[]>>;
};

const teacher = '高等学校教师';

export const fields: readonly Field[] = [
  {
    departments: ['计算机学院', '计算机科学与技术学院', '软件学院', '信息工程学院'],
    series: [teacher, '实验技术人员'],
    schoolLevel: '本科',
    subjects: {
      'graduate/0812': ['机器学习', '分布式系统', '数据库', '计算机视觉'],
      'graduate/0835': ['软件测试', '程序分析', '需求工程'],
      'graduate/0839': ['密码协议', '入侵检测', '隐私计算'],
      'undergraduate/080901': ['操作系统', '编译原理', '算法设计'],
      'undergraduate/080902': ['软件体系结构', '敏捷开发', '开源软件'],
      'undergraduate/080910T': ['大数据分析', '数据挖掘', '知识图谱'],
    },
  },
  {
    departments: ['机械工程学院', '机电工程学院'],
    series: [teacher, '工程技术人员', '实验技术人员'],
    schoolLevel: '本科',
    subjects: {
      'graduate/0802': ['精密加工', '机器人学', '摩擦学', '故障诊断'],
      'undergraduate/080202': ['数控技术', '机械设计', '制造工艺'],
      'undergraduate/080207': ['车辆动力学', '整车控制'],
      'undergraduate/080213T': ['数字孪生', '柔性制造'],
    },
  },
  {
    departments: ['材料科学与工程学院', '化学与材料学院'],
    series: [teacher, '自然科学研究人员'],
    schoolLevel: '本科',
    subjects: {
      'graduate/0805': ['高熵合金', '功能陶瓷', '复合材料', '储能材料'],
      'undergraduate/080401': ['材料表征', '材料热力学'],
      'undergraduate/080407': ['高分子合成', '可降解材料'],
      'undergraduate/080414T': ['锂离子电池', '光伏材料'],
    },
  },
  {
    departments: ['电气工程学院', '自动化学院'],
    series: [teacher, '工程技术人员'],
    schoolLevel: '本科',
    subjects: {
      'graduate/0808': ['电力系统稳定', '高电压技术', '电机控制'],
      'graduate/0811': ['鲁棒控制', '多智能体', '模式识别'],
      'undergraduate/080601': ['继电保护', '新能源并网'],
    },
  },
  {
    departments: ['土木工程学院', '建筑工程学院'],
    series: [teacher, '工程技术人员'],
    schoolLevel: '本科',
    subjects: {
      'graduate/0814': ['结构抗震', '岩土力学', '桥梁健康监测'],
      'undergraduate/081001': ['混凝土结构', '钢结构'],
      'undergraduate/081008T': ['建筑信息模型', '装配式建筑'],
    },
  },
  {
    departments: ['数学科学学院', '数学与统计学院', '理学院'],
    series: [teacher],
    schoolLevel: '本科',
    subjects: {
      'graduate/0701': ['偏微分方程', '数论', '最优化', '几何分析'],
      'graduate/0714': ['非参数统计', '因果推断', '生存分析'],
      'undergraduate/070101': ['数学分析', '高等代数'],
    },
  },
  {
    departments: ['物理学院', '物理与电子工程学院'],
    series: [teacher, '自然科学研究人员', '实验技术人员'],
    schoolLevel: '本科',
    subjects: {
      'graduate/0702': ['凝聚态物理', '量子信息', '超快光学'],
      'graduate/0803': ['激光技术', '光电检测'],
      'undergraduate/070201': ['理论力学', '近代物理实验'],
    },
  },
  {
    departments: ['化学学院', '化学化工学院'],
    series: [teacher, '自然科学研究人员', '实验技术人员'],
    schoolLevel: '本科',
    subjects: {
      'graduate/0703': ['有机合成', '电催化', '分析化学'],
      'graduate/0817': ['反应工程', '膜分离', '绿色化工'],
      'undergraduate/070302': ['精细化学品', '应用电化学'],
    },
  },
  {
    departments: ['生命科学学院', '生物工程学院'],
    series: [teacher, '自然科学研究人员'],
    schoolLevel: '本科',
    subjects: {
      'graduate/0710': ['遗传学', '结构生物学', '微生物学'],
      'graduate/0713': ['群落生态', '生物多样性'],
      'undergraduate/071002': ['基因工程', '发酵工程'],
    },
  },
  {
    departments: ['临床医学院', '第一临床医学院', '医学院'],
    series: ['卫生技术人员', teacher],
    schoolLevel: '本科',
    subjects: {
      'graduate/1002': ['心血管内科', '肿瘤学', '神经外科'],
      'graduate/1051': ['全科医学', '急诊医学', '麻醉'],
      'undergraduate/100201K': ['内科学', '诊断学'],
    },
  },
  {
    departments: ['护理学院'],
    series: [teacher, '卫生技术人员'],
    schoolLevel: '本科',
    subjects: {
      'graduate/1011': ['老年护理', '护理管理', '循证护理'],
      'undergraduate/101101K': ['基础护理', '社区护理'],
    },
  },
  {
    departments: ['药学院'],
    series: [teacher, '自然科学研究人员'],
    schoolLevel: '本科',
    subjects: {
      'graduate/1007': ['药物化学', '药代动力学', '药物递送'],
      'graduate/1008': ['中药鉴定', '中药炮制'],
      'undergraduate/100701': ['药理学', '药物分析'],
    },
  },
  {
    departments: ['农学院', '园艺学院', '植物保护学院'],
    series: [teacher, '农业技术人员'],
    schoolLevel: '本科',
    subjects: {
      'graduate/0901': ['水稻育种', '作物栽培', '种质资源'],
      'graduate/0904': ['昆虫毒理', '植物病理'],
      'undergraduate/090101': ['耕作学', '作物生理'],
    },
  },
  {
    departments: ['环境学院', '环境科学与工程学院'],
    series: [teacher, '工程技术人员'],
    schoolLevel: '本科',
    subjects: {
      'graduate/0830': ['水污染控制', '大气化学', '土壤修复'],
      'undergraduate/082502': ['固废处理', '环境影响评价'],
    },
  },
  {
    departments: ['经济学院', '经济与贸易学院'],
    series: [teacher, '哲学社会科学研究人员'],
    schoolLevel: '本科',
    subjects: {
      'graduate/0201': ['政治经济学', '经济史'],
      'graduate/0202': ['产业经济', '区域经济', '财政政策', '数字金融'],
      'undergraduate/020101': ['微观经济学', '计量经济学'],
    },
  },
  {
    departments: ['管理学院', '商学院', '会计学院'],
    series: [teacher],
    schoolLevel: '本科',
    subjects: {
      'graduate/1202': ['公司治理', '审计质量', '战略管理'],
      'graduate/1201': ['供应链管理', '决策分析', '信息管理'],
      'undergraduate/120203K': ['财务会计', '管理会计'],
    },
  },
  {
    departments: ['法学院', '法学与知识产权学院'],
    series: [teacher, '哲学社会科学研究人员'],
    schoolLevel: '本科',
    subjects: {
      'graduate/0301': ['民商法', '行政法', '刑事诉讼', '环境法'],
      'undergraduate/030101K': ['宪法学', '合同法'],
    },
  },
  {
    departments: ['教育学院', '教育科学学院', '教师教育学院'],
    series: [teacher],
    schoolLevel: '本科',
    subjects: {
      'graduate/0401': ['课程与教学', '高等教育', '教育政策'],
      'graduate/0402': ['发展心理', '教育测量'],
      'undergraduate/040104': ['在线学习', '智慧课堂'],
    },
  },
  {
    departments: ['文学院', '文学与新闻学院', '人文学院'],
    series: [teacher, '哲学社会科学研究人员'],
    schoolLevel: '本科',
    subjects: {
      'graduate/0501': ['古代文学', '现代汉语', '文艺理论'],
      'graduate/0503': ['新媒体传播', '舆论研究'],
      'undergraduate/050101': ['中国文学史', '写作'],
    },
  },
  {
    departments: ['外国语学院', '翻译学院'],
    series: [teacher, '翻译专业人员'],
    schoolLevel: '本科',
    subjects: {
      'graduate/0502': ['二语习得', '英美文学', '语料库语言学'],
      'graduate/0551': ['法律翻译', '口译'],
      'undergraduate/050201': ['综合英语', '跨文化交际'],
    },
  },
  {
    departments: ['马克思主义学院'],
    series: [teacher, '哲学社会科学研究人员'],
    schoolLevel: '本科',
    subjects: {
      'graduate/0305': ['思想政治教育', '马克思主义中国化'],
      'graduate/0302': ['政治学理论', '比较政治'],
    },
  },
  {
    departments: ['艺术学院', '美术学院', '设计学院'],
    series: [teacher, '工艺美术专业人员'],
    schoolLevel: '本科',
    subjects: {
      'graduate/1301': ['艺术史', '艺术批评'],
      'graduate/1403': ['服务设计', '交互设计'],
      'undergraduate/130402': ['油画', '水彩'],
    },
  },
  {
    departments: ['图书馆', '信息管理学院'],
    series: ['图书资料专业人员', '档案专业人员'],
    schoolLevel: '本科',
    subjects: {
      'graduate/1205': ['数字图书馆', '信息组织', '档案开放'],
      'undergraduate/120501': ['阅读推广', '文献资源建设'],
    },
  },
  {
    departments: ['智能制造学院', '机电工程系'],
    series: [teacher, '工程技术人员'],
    schoolLevel: '专科',
    subjects: {
      'vocational/460103': ['数控编程', '多轴加工'],
      'vocational/460301': ['可编程控制器', '工业机器人应用'],
      'vocational/460702': ['动力电池检修', '整车测试'],
    },
  },
  {
    departments: ['信息技术系', '软件技术学院'],
    series: [teacher],
    schoolLevel: '专科',
    subjects: {
      'vocational/510203': ['网站开发', '移动应用开发'],
      'undergraduate/080902': ['软件工程实践', '职业本科课程'],
    },
  },
  {
    departments: ['财经商贸学院', '现代商务系'],
    series: [teacher],
    schoolLevel: '专科',
    subjects: {
      'vocational/530302': ['财务共享', '税务实务'],
      'vocational/530701': ['直播营销', '店铺运营'],
      'vocational/530802': ['仓储管理', '运输组织'],
    },
  },
  {
    departments: ['护理学院', '医学技术系'],
    series: [teacher, '卫生技术人员'],
    schoolLevel: '专科',
    subjects: { 'vocational/520201': ['急救护理', '护理实训', '老年照护'] },
  },
  {
    departments: ['建筑工程学院', '建筑系'],
    series: [teacher, '工程技术人员'],
    schoolLevel: '专科',
    subjects: {
      'vocational/440301': ['施工组织', '工程测量'],
      'vocational/440302': ['构件生产', '施工工艺'],
    },
  },
];
