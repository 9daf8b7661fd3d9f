"""Headings that many pages have, by their names in either language: License and 라이선스."""

from __future__ import annotations

import functools
import re

from scripts.lesson import Block
from scripts.patterns import lazy_pattern

# The names of one section in a row: English ones, a bar, Korean ones without their spaces.
_ROWS = """
acknowledgements, acknowledgments, credits, thanks | 감사의말, 감사의글, 감사인사, 감사
advanced usage, advanced | 고급사용법, 고급, 심화
api, api reference | api, api레퍼런스, api참조, api문서
architecture | 아키텍처, 구조
authors, author | 저자, 만든이, 만든사람, 작성자
background | 배경
benchmarks, benchmark | 벤치마크
changelog, change log, changes, release notes | 변경이력, 변경사항, 변경내역, 릴리스노트
code of conduct | 행동강령
community | 커뮤니티
compatibility | 호환성
conclusion | 결론, 마치며, 맺음말
configuration, settings, options | 설정, 구성, 옵션, 환경설정
contact | 문의, 연락처
contributing, how to contribute, contributions | 기여, 기여하기, 기여방법, 기여안내, 참여하기
contributors | 기여자
deployment, deploying | 배포, 배포하기
development | 개발
directory structure, project structure | 디렉터리구조, 디렉토리구조, 프로젝트구조, 폴더구조
disclaimer | 면책조항, 면책사항, 면책
documentation, docs | 문서
error handling, errors | 오류처리, 에러처리, 예외처리, 오류
examples, example | 예제, 예시, 보기, 사용예, 사용예시, 사용예제
exercises, exercise | 연습문제, 연습
faq, frequently asked questions | faq, 자주묻는질문, 자주하는질문
features, key features, main features | 기능, 주요기능, 특징, 주요특징
further reading, read more, read on | 더읽을거리, 더읽기, 더알아보기
getting started, get started | 시작하기, 시작
glossary | 용어집, 용어
how it works | 동작원리, 작동원리, 동작방식, 작동방식
installation, install, installing | 설치, 설치하기, 설치방법
introduction, intro, overview, about | 소개, 개요, 들어가며, 서론
license, licence, licensing | 라이선스, 라이센스, 사용허가
limitations, known limitations | 한계, 제한, 제한사항, 제약사항, 한계점
motivation | 동기, 만든이유
next steps, what's next | 다음단계, 다음
performance | 성능
prerequisites, requirements | 요구사항, 사전요구사항, 필요사항, 준비물, 선행조건, 사전준비
quick start, quickstart | 빠른시작, 빠르게시작하기, 퀵스타트
references, reference | 참고자료, 참고문헌, 참고, 참조, 레퍼런스
related, related projects | 관련프로젝트, 관련자료, 관련문서
roadmap | 로드맵
security | 보안
summary | 요약, 정리
support | 지원, 도움말
table of contents, contents | 목차, 차례
testing, tests, test | 테스트, 시험
troubleshooting | 문제해결, 트러블슈팅
tutorial, tutorials | 튜토리얼, 따라하기
usage, how to use | 사용법, 사용방법, 사용하기, 사용
"""
_NUMBER = lazy_pattern(r"^[#\s]*(?:\d+(?:\.\d+)*\.?\s)?")
_NO_LETTER = lazy_pattern(r"[^\w\s가-힣']+|_")


@functools.cache
def _names() -> dict[str, str]:
    found: dict[str, str] = {}
    for row in _ROWS.strip().split("\n"):
        names = [name.strip() for name in row.replace("|", ",").split(",")]
        found.update(dict.fromkeys(names, f"section {names[0]}"))
    return found


def usual_name(heading: Block) -> frozenset[str]:
    """Give what a section is called in any language where its heading is a usual one, else none.

    >>> sorted(usual_name(Block("heading", 1, 1, "## 📄 라이선스")))
    ['section license']
    >>> sorted(usual_name(Block("heading", 1, 1, "# 3. License")))
    ['section license']
    """
    words = _NUMBER.sub("", heading.text.lower().replace("’", "'"))
    words = " ".join(_NO_LETTER.sub(" ", words).split())
    if re.search("[가-힣]", words):
        words = words.replace(" ", "")
    name = _names().get(words)
    return frozenset([name]) if name else frozenset()
